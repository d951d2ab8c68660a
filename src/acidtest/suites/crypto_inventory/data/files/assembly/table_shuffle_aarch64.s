	.arch armv8-a
	.text
	.align	2
	.global	line_open
	.type	line_open, %function
line_open:
.LFB0:
	.cfi_startproc
	mov	x2, 0
.L2:
	strb	w2, [x0, x2]
	add	x2, x2, 1
	cmp	x2, 256
	bne	.L2
	add	x3, x0, 255
	mov	x2, x3
	mov	w8, 26125
	movk	w8, 0x19, lsl 16
	mov	w7, 62303
	movk	w7, 0x3c6e, lsl 16
	mov	w6, 256
	sub	w6, w6, w3
.L3:
	madd	w1, w1, w8, w7
	lsr	w5, w1, 8
	add	w4, w6, w2
	udiv	w3, w5, w4
	msub	w3, w3, w4, w5
	ldrb	w4, [x2]
	ldrb	w5, [x0, w3, uxtw]
	strb	w5, [x2], -1
	strb	w4, [x0, w3, uxtw]
	cmp	x2, x0
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
	add	x4, x1, x2
.L8:
	ldrb	w2, [x0, 256]
	add	w3, w2, 1
	strb	w3, [x0, 256]
	ldrb	w2, [x0, w2, sxtw]
	strb	w2, [x1], 1
	cmp	x4, x1
	bne	.L8
.L6:
	ret
	.cfi_endproc
.LFE1:
	.size	line_run, .-line_run
	.section	.note.GNU-stack,"",@progbits
