"""The product as one foreground tree of processes: embedded servers, web, workers, scanners; readable logs; an end that leaves nothing behind."""
