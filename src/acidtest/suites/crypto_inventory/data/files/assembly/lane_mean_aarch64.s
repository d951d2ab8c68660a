	.arch armv8-a
	.text
	.align	2
	.global	four_rounds
	.type	four_rounds, %function
four_rounds:
.LFB4350:
	.cfi_startproc
	cmp	w3, 15
	ble	.L1
	sub	w4, w3, #16
	lsr	w4, w4, 4
	add	w4, w4, 1
	ubfiz	x4, x4, 4, 29
	mov	x3, 0
.L3:
	ldr	q0, [x1, x3]
	ldr	q1, [x2, x3]
	urhadd	v0.16b, v0.16b, v1.16b
	str	q0, [x0, x3]
	add	x3, x3, 16
	cmp	x3, x4
	bne	.L3
.L1:
	ret
	.cfi_endproc
.LFE4350:
	.size	four_rounds, .-four_rounds
	.align	2
	.global	expand4
	.type	expand4, %function
expand4:
.LFB4351:
	.cfi_startproc
	cmp	w1, 15
	ble	.L8
	mov	x2, x0
	sub	w1, w1, #16
	and	x1, x1, 4294967280
	add	x0, x0, 16
	add	x0, x1, x0
	movi	v1.4s, 0
.L7:
	ldr	q0, [x2], 16
	uaddlp	v0.8h, v0.16b
	uadalp	v1.4s, v0.8h
	cmp	x2, x0
	bne	.L7
.L6:
	addv	s0, v1.4s
	fmov	w0, s0
	ret
.L8:
	movi	v1.4s, 0
	b	.L6
	.cfi_endproc
.LFE4351:
	.size	expand4, .-expand4
	.section	.note.GNU-stack,"",@progbits
