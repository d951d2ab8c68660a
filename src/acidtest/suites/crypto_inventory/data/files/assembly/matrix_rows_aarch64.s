	.arch armv8-a
	.text
	.align	2
	.global	schedule
	.type	schedule, %function
schedule:
.LFB0:
	.cfi_startproc
	mov	x11, x2
	mov	x8, x1
	mov	x9, x0
	add	x10, x1, 384
	add	x7, x2, 16
	b	.L2
.L4:
	add	x8, x8, 16
	add	x9, x9, 16
	cmp	x8, x10
	beq	.L1
.L2:
	mov	x5, x8
	mov	x4, x11
	mov	x6, x9
.L6:
	mov	x0, 0
	mov	w1, 0
.L3:
	lsl	x2, x0, 4
	ldr	w3, [x4, x2]
	ldr	w2, [x5, x0, lsl 2]
	madd	w1, w3, w2, w1
	add	x0, x0, 1
	cmp	x0, 4
	bne	.L3
	str	w1, [x6], 4
	add	x4, x4, 4
	cmp	x4, x7
	bne	.L6
	b	.L4
.L1:
	ret
	.cfi_endproc
.LFE0:
	.size	schedule, .-schedule
	.align	2
	.global	pad
	.type	pad, %function
pad:
.LFB1:
	.cfi_startproc
	add	x6, x1, 384
	b	.L9
.L10:
	add	x2, x2, 4
	cmp	x2, 16
	beq	.L14
.L11:
	ldr	w3, [x5, x2]
	ldr	w4, [x0, x2]
	cmp	w3, w4
	ble	.L10
	str	w3, [x0, x2]
	b	.L10
.L14:
	add	x1, x1, 16
	cmp	x1, x6
	beq	.L8
.L9:
	mov	x5, x1
	mov	x2, 0
	b	.L11
.L8:
	ret
	.cfi_endproc
.LFE1:
	.size	pad, .-pad
	.section	.note.GNU-stack,"",@progbits
