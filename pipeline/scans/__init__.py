"""Pages that are pictures: straightened, their text read, their rulings and pictures found in the pixels."""
