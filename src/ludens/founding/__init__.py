"""What surrounds the systems that ludens began with: it comes in by `ludens.plugins`, as other packages do."""
