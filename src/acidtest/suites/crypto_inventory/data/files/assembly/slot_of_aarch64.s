	.arch armv8-a
	.text
	.align	2
	.global	step_pair
	.type	step_pair, %function
step_pair:
.LFB0:
	.cfi_startproc
	mov	x6, x0
	mov	w4, 31161
	movk	w4, 0x9e37, lsl 16
	mul	w4, w1, w4
	neg	w0, w2
	lsr	w4, w4, w0
	add	x3, x6, w4, uxtw 3
	ldr	w0, [x3, 4]
	tbnz	w0, #31, .L4
	mov	w5, -1
	lsl	w2, w5, w2
	mvn	w2, w2
.L3:
	ldr	w3, [x3]
	cmp	w3, w1
	beq	.L1
	add	w3, w4, 1
	and	w4, w3, w2
	and	w3, w3, w2
	add	x3, x6, x3, lsl 3
	ldr	w0, [x3, 4]
	tbz	w0, #31, .L3
	mov	w0, -1
.L1:
	ret
.L4:
	mov	w0, -1
	b	.L1
	.cfi_endproc
.LFE0:
	.size	step_pair, .-step_pair
	.align	2
	.global	step_all
	.type	step_all, %function
step_all:
.LFB1:
	.cfi_startproc
	mov	x3, x0
	cbz	w1, .L9
	add	x4, x0, w1, uxtw 2
	mov	w0, 0
	mov	w5, 31161
	movk	w5, 0x9e37, lsl 16
.L8:
	lsr	w1, w0, 2
	add	w1, w1, w0, lsl 6
	ldr	w2, [x3], 4
	add	w2, w2, w5
	add	w1, w1, w2
	eor	w0, w0, w1
	cmp	x3, x4
	bne	.L8
.L6:
	ret
.L9:
	mov	w0, 0
	b	.L6
	.cfi_endproc
.LFE1:
	.size	step_all, .-step_all
	.section	.note.GNU-stack,"",@progbits
