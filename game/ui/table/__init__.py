"""The table screen: it draws what a viewer knows, and turns touches into moves."""
