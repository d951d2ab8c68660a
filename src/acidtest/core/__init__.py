"""The core types of acidtest: records, protocols, registry, errors, progress, digests."""
