def to_json(s,m): return {}
def from_json(d,s,m): pass
