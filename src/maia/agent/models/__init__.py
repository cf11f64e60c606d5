"""Model servers: requests, streams, and the answers assembled from them."""
