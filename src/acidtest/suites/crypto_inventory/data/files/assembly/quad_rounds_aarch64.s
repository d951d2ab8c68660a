	.arch armv8-a
	.text
	.align	2
	.global	schedule
	.type	schedule, %function
schedule:
.LFB1:
	.cfi_startproc
	ldr	w8, [x1]
	ldr	w7, [x1, 4]
	ldr	w6, [x1, 8]
	ldr	w5, [x1, 12]
	mov	w1, 0
	adrp	x9, .LANCHOR0
	add	x9, x9, :lo12:.LANCHOR0
.L2:
	and	x2, x1, 3
	ldr	w2, [x9, x2, lsl 2]
	neg	w3, w1
	ror	w3, w2, w3
	add	w8, w3, w8
	ror	w8, w8, 31
	mov	w3, w1
	add	w1, w1, 1
	neg	w4, w1
	ror	w4, w2, w4
	add	w7, w4, w7
	ror	w7, w7, 29
	add	w4, w3, 2
	neg	w4, w4
	ror	w4, w2, w4
	add	w6, w4, w6
	ror	w6, w6, 26
	add	w3, w3, 3
	neg	w3, w3
	ror	w2, w2, w3
	add	w5, w2, w5
	ror	w5, w5, 21
	str	w8, [x0]
	str	w7, [x0, 4]
	str	w6, [x0, 8]
	str	w5, [x0, 12]
	add	x0, x0, 16
	cmp	w1, 24
	bne	.L2
	ret
	.cfi_endproc
.LFE1:
	.size	schedule, .-schedule
	.align	2
	.global	pad
	.type	pad, %function
pad:
.LFB2:
	.cfi_startproc
	add	x6, x1, 384
.L5:
	ldr	w5, [x0]
	ldr	w2, [x0, 4]
	ldr	w3, [x1]
	eor	w3, w5, w3
	ldr	w4, [x1, 4]
	eor	w4, w2, w4
	add	w3, w3, w4
	ror	w3, w3, 23
	str	w3, [x0]
	ldr	w3, [x0, 8]
	ldr	w4, [x1, 8]
	eor	w2, w2, w4
	ldr	w4, [x1, 4]
	eor	w4, w3, w4
	add	w2, w2, w4
	ror	w2, w2, 5
	str	w2, [x0, 4]
	ldr	w2, [x0, 12]
	ldr	w4, [x1, 4]
	eor	w2, w2, w4
	ldr	w4, [x1, 12]
	eor	w3, w3, w4
	add	w2, w2, w3
	ror	w2, w2, 3
	str	w2, [x0, 8]
	str	w5, [x0, 12]
	add	x1, x1, 16
	cmp	x1, x6
	bne	.L5
	ret
	.cfi_endproc
.LFE2:
	.size	pad, .-pad
	.section	.rodata
	.align	3
	.set	.LANCHOR0,. + 0
	.type	c.0, %object
	.size	c.0, 16
c.0:
	.word	-1007687205
	.word	1147300610
	.word	2044886154
	.word	2027892972
	.section	.note.GNU-stack,"",@progbits
