from outputs.admin import deliveries

__all__ = ["deliveries"]
