def faults(state): return []
