"""What the program says: whole sentences and counts, made of plain values. It knows no window."""
