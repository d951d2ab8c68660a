	.arch armv8-a
	.text
	.align	2
	.type	times, %function
times:
.LFB0:
	.cfi_startproc
	mul	x2, x0, x1
	umulh	x0, x0, x1
	and	x1, x2, 2305843009213693951
	extr	x0, x0, x2, 61
	add	x1, x1, x0
	mov	x0, -2305843009213693951
	add	x0, x1, x0
	mov	x2, 2305843009213693950
	cmp	x1, x2
	csel	x0, x0, x1, hi
	ret
	.cfi_endproc
.LFE0:
	.size	times, .-times
	.align	2
	.global	fold
	.type	fold, %function
fold:
.LFB1:
	.cfi_startproc
	cbz	x1, .L6
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	stp	x21, x22, [sp, 32]
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	.cfi_offset 21, -16
	.cfi_offset 22, -8
	mov	x19, x0
	add	x22, x0, x1
	mov	x0, 0
	mov	w21, 65537
	mov	x20, 9
.L5:
	mov	x1, x21
	bl	times
	ldrb	w1, [x19], 1
	add	x1, x1, x0
	umulh	x2, x1, x20
	sub	x0, x1, x2
	add	x0, x2, x0, lsr 1
	lsr	x0, x0, 60
	lsl	x2, x0, 61
	sub	x0, x2, x0
	sub	x0, x1, x0
	cmp	x19, x22
	bne	.L5
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
.L6:
	mov	x0, x1
	ret
	.cfi_endproc
.LFE1:
	.size	fold, .-fold
	.align	2
	.global	open_stamp
	.type	open_stamp, %function
open_stamp:
.LFB2:
	.cfi_startproc
	stp	x29, x30, [sp, -80]!
	.cfi_def_cfa_offset 80
	.cfi_offset 29, -80
	.cfi_offset 30, -72
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	stp	x21, x22, [sp, 32]
	stp	x23, x24, [sp, 48]
	str	x25, [sp, 64]
	.cfi_offset 19, -64
	.cfi_offset 20, -56
	.cfi_offset 21, -48
	.cfi_offset 22, -40
	.cfi_offset 23, -32
	.cfi_offset 24, -24
	.cfi_offset 25, -16
	mov	x23, x0
	mov	w21, 63
	mov	x19, 1
	mov	x20, 0
	mov	x24, 2305843009213693951
	mov	x22, 9
	b	.L14
.L13:
	sub	w21, w21, #1
	cmn	w21, #1
	beq	.L18
.L14:
	lsl	x2, x19, 1
	sub	x2, x2, x20
	add	x2, x2, x24
	umulh	x1, x2, x22
	sub	x0, x2, x1
	add	x0, x1, x0, lsr 1
	lsr	x0, x0, 60
	lsl	x1, x0, 61
	sub	x1, x1, x0
	sub	x1, x2, x1
	mov	x0, x20
	bl	times
	mov	x25, x0
	mov	x1, x20
	mov	x0, x20
	bl	times
	mov	x20, x0
	mov	x1, x19
	mov	x0, x19
	bl	times
	add	x1, x20, x0
	umulh	x0, x1, x22
	sub	x19, x1, x0
	add	x19, x0, x19, lsr 1
	lsr	x19, x19, 60
	lsl	x0, x19, 61
	sub	x0, x0, x19
	sub	x19, x1, x0
	lsr	x0, x23, x21
	mov	x20, x25
	tbz	x0, 0, .L13
	add	x25, x25, x19
	umulh	x1, x25, x22
	sub	x0, x25, x1
	add	x0, x1, x0, lsr 1
	lsr	x0, x0, 60
	lsl	x1, x0, 61
	sub	x0, x1, x0
	mov	x20, x19
	sub	x19, x25, x0
	b	.L13
.L18:
	mov	x0, x20
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	ldp	x23, x24, [sp, 48]
	ldr	x25, [sp, 64]
	ldp	x29, x30, [sp], 80
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 25
	.cfi_restore 23
	.cfi_restore 24
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE2:
	.size	open_stamp, .-open_stamp
	.section	.note.GNU-stack,"",@progbits
