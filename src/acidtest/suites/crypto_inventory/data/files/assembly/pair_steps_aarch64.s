	.arch armv8-a
	.text
	.align	2
	.global	step_pair
	.type	step_pair, %function
step_pair:
.LFB0:
	.cfi_startproc
	ldr	w6, [x0]
	ldr	w5, [x0, 4]
	mov	w2, 0
	mov	w8, 31161
	movk	w8, 0x9e37, lsl 16
	mov	w7, 14112
	movk	w7, 0xc6ef, lsl 16
.L2:
	and	x3, x2, 3
	ldr	w3, [x1, x3, lsl 2]
	add	w3, w2, w3
	lsr	w4, w5, 5
	eor	w4, w4, w5, lsl 4
	add	w4, w4, w5
	eor	w3, w3, w4
	add	w6, w6, w3
	add	w2, w2, w8
	ubfx	x3, x2, 11, 2
	ldr	w3, [x1, x3, lsl 2]
	add	w3, w2, w3
	lsr	w4, w6, 5
	eor	w4, w4, w6, lsl 4
	add	w4, w4, w6
	eor	w3, w3, w4
	add	w5, w5, w3
	cmp	w2, w7
	bne	.L2
	str	w6, [x0]
	str	w5, [x0, 4]
	ret
	.cfi_endproc
.LFE0:
	.size	step_pair, .-step_pair
	.align	2
	.global	step_all
	.type	step_all, %function
step_all:
.LFB1:
	.cfi_startproc
	cbz	w1, .L9
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	str	x21, [sp, 32]
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	.cfi_offset 21, -16
	mov	x19, x0
	mov	x21, x2
	add	x20, x0, w1, uxtw 3
.L6:
	mov	x1, x21
	mov	x0, x19
	bl	step_pair
	add	x19, x19, 8
	cmp	x19, x20
	bne	.L6
	ldp	x19, x20, [sp, 16]
	ldr	x21, [sp, 32]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 21
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
.L9:
	ret
	.cfi_endproc
.LFE1:
	.size	step_all, .-step_all
	.section	.note.GNU-stack,"",@progbits
