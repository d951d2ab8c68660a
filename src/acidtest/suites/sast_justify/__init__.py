"""Suite sast-justify: is a justification put into one short, exact sentence?"""
