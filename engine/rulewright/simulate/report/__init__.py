"""What results tell, as one page: figures with their intervals, drawings, and the page."""
