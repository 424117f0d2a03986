from jobs.admin import events, jobs, queue, transitions, uploads, workers

__all__ = ["events", "jobs", "queue", "transitions", "uploads", "workers"]
