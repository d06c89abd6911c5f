"""Games that come in folders of their own: found, checked, loaded."""
