	.arch armv8-a
	.text
	.align	2
	.global	line_open
	.type	line_open, %function
line_open:
.LFB0:
	.cfi_startproc
	mov	x3, 0
.L2:
	strb	w3, [x0, x3]
	add	x3, x3, 1
	cmp	x3, 256
	bne	.L2
	mov	x3, 0
	mov	w4, 0
.L3:
	ldrb	w6, [x0, x3]
	udiv	x5, x3, x2
	msub	x5, x5, x2, x3
	ldrb	w5, [x1, x5]
	add	w5, w5, w6
	add	w4, w5, w4
	and	w4, w4, 255
	ldrb	w5, [x0, w4, uxtw]
	strb	w5, [x0, x3]
	strb	w6, [x0, w4, uxtw]
	add	x3, x3, 1
	cmp	x3, 256
	bne	.L3
	strb	wzr, [x0, 257]
	strb	wzr, [x0, 256]
	ret
	.cfi_endproc
.LFE0:
	.size	line_open, .-line_open
	.align	2
	.global	line_run
	.type	line_run, %function
line_run:
.LFB1:
	.cfi_startproc
	cbz	x2, .L6
	add	x6, x1, x2
.L8:
	ldrb	w4, [x0, 256]
	add	w4, w4, 1
	and	w4, w4, 255
	strb	w4, [x0, 256]
	ldrb	w2, [x0, w4, sxtw]
	ldrb	w3, [x0, 257]
	add	w3, w2, w3
	and	w3, w3, 255
	strb	w3, [x0, 257]
	ldrb	w5, [x0, w3, sxtw]
	strb	w5, [x0, w4, sxtw]
	strb	w2, [x0, w3, sxtw]
	add	w2, w2, w5
	and	w2, w2, 255
	ldrb	w2, [x0, w2, sxtw]
	ldrb	w3, [x1], 1
	eor	w2, w2, w3
	strb	w2, [x1, -1]
	cmp	x6, x1
	bne	.L8
.L6:
	ret
	.cfi_endproc
.LFE1:
	.size	line_run, .-line_run
	.section	.note.GNU-stack,"",@progbits
