	.arch armv8-a+crypto
	.text
	.align	2
	.global	four_rounds
	.type	four_rounds, %function
four_rounds:
.LFB4350:
	.cfi_startproc
	add	v0.4s, v0.4s, v1.4s
	ldr	q2, [x0]
	ldr	q3, [x1]
	mov	v1.16b, v2.16b
	sha256h	q1, q3, v0.4s
	str	q1, [x0]
	ldr	q1, [x1]
	sha256h2	q1, q2, v0.4s
	str	q1, [x1]
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
	ldr	q0, [x0]
	ldr	q1, [x0, 16]
	sha256su0	v0.4s, v1.4s
	ldr	q1, [x0, 32]
	ldr	q2, [x0, 48]
	sha256su1	v0.4s, v1.4s, v2.4s
	str	q0, [x0]
	ret
	.cfi_endproc
.LFE4351:
	.size	expand4, .-expand4
	.align	2
	.global	load4
	.type	load4, %function
load4:
.LFB4352:
	.cfi_startproc
	mov	x2, 0
.L4:
	ldr	q0, [x1, x2]
	rev32	v0.16b, v0.16b
	str	q0, [x0, x2]
	add	x2, x2, 16
	cmp	x2, 64
	bne	.L4
	ret
	.cfi_endproc
.LFE4352:
	.size	load4, .-load4
	.section	.note.GNU-stack,"",@progbits
