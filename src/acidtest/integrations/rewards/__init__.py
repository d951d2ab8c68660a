"""The verdict as a reward: opened, and in the forms that libraries which train models want."""
