"""The programs acidtest works with: found, versioned and checked, one module each."""
