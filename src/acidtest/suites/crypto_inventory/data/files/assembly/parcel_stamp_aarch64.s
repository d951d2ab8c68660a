	.arch armv8-a
	.text
	.align	2
	.global	fold
	.type	fold, %function
fold:
.LFB0:
	.cfi_startproc
	sub	sp, sp, #592
	.cfi_def_cfa_offset 592
	stp	x29, x30, [sp]
	.cfi_offset 29, -592
	.cfi_offset 30, -584
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	stp	x21, x22, [sp, 32]
	str	x23, [sp, 48]
	.cfi_offset 19, -576
	.cfi_offset 20, -568
	.cfi_offset 21, -560
	.cfi_offset 22, -552
	.cfi_offset 23, -544
	mov	x20, x0
	mov	x21, x1
	mov	x22, x2
	mov	x23, x3
	mov	x19, x4
	mov	x2, 272
	mov	w1, 0
	add	x0, sp, 320
	bl	memset
	mov	x8, x23
	ldr	x11, [x8], -8
	mov	x10, x22
	add	x12, x22, 256
	mov	x6, 0
	sub	x9, x21, #8
	b	.L2
.L13:
	ldr	x0, [sp, 576]
	adds	x0, x0, x3
	str	x0, [sp, 568]
	ldr	x4, [sp, 584]
	cinc	x4, x4, cs
	str	x4, [sp, 576]
	add	x10, x10, 8
	cmp	x10, x12
	beq	.L7
.L2:
	ldr	x13, [x10]
	mov	x2, 1
	mov	x3, x6
	mov	x7, x6
.L3:
	ldr	x1, [x9, x2, lsl 3]
	mul	x0, x1, x13
	umulh	x1, x1, x13
	add	x4, sp, 320
	add	x4, x4, x2, lsl 3
	ldr	x5, [x4, -8]
	adds	x0, x0, x5
	cinc	x1, x1, cs
	adds	x0, x0, x3
	str	x0, [x4, -8]
	adc	x3, x1, x7
	mov	x7, x6
	add	x2, x2, 1
	cmp	x2, 33
	bne	.L3
	ldr	x0, [sp, 576]
	adds	x0, x0, x3
	cset	x1, cs
	str	x0, [sp, 576]
	str	x1, [sp, 584]
	ldr	x1, [sp, 320]
	mul	x7, x1, x19
	mul	x0, x7, x11
	umulh	x3, x7, x11
	adds	x0, x0, x1
	cinc	x3, x3, cs
	mov	x13, x6
	mov	x2, 2
.L4:
	ldr	x1, [x8, x2, lsl 3]
	mul	x0, x1, x7
	umulh	x1, x1, x7
	add	x4, sp, 320
	add	x4, x4, x2, lsl 3
	ldr	x5, [x4, -8]
	adds	x0, x0, x5
	cinc	x1, x1, cs
	adds	x0, x0, x3
	str	x0, [x4, -16]
	adc	x3, x1, x13
	mov	x13, x6
	add	x2, x2, 1
	cmp	x2, 33
	bne	.L4
	b	.L13
.L7:
	mov	x1, 1
	mov	x5, 0
.L5:
	lsl	x2, x1, 3
	add	x0, sp, 320
	add	x0, x2, x0
	ldr	x0, [x0, -8]
	ldr	x6, [x8, x1, lsl 3]
	sub	x3, x0, x6
	cmp	x0, x6
	csetm	x0, cc
	subs	x3, x3, x5
	sbc	x0, x0, xzr
	add	x5, sp, 64
	add	x2, x2, x5
	str	x3, [x2, -8]
	and	x5, x0, 1
	add	x1, x1, 1
	cmp	x1, 33
	bne	.L5
	cmp	x4, x5
	add	x0, sp, 320
	add	x1, sp, 64
	csel	x0, x0, x1, cc
	ldp	q0, q1, [x0]
	stp	q0, q1, [x20]
	ldp	q0, q1, [x0, 32]
	stp	q0, q1, [x20, 32]
	ldp	q0, q1, [x0, 64]
	stp	q0, q1, [x20, 64]
	ldp	q0, q1, [x0, 96]
	stp	q0, q1, [x20, 96]
	ldp	q0, q1, [x0, 128]
	stp	q0, q1, [x20, 128]
	ldp	q0, q1, [x0, 160]
	stp	q0, q1, [x20, 160]
	ldp	q0, q1, [x0, 192]
	stp	q0, q1, [x20, 192]
	ldp	q0, q1, [x0, 224]
	stp	q0, q1, [x20, 224]
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	ldr	x23, [sp, 48]
	ldp	x29, x30, [sp]
	add	sp, sp, 592
	.cfi_restore 29
	.cfi_restore 30
	.cfi_restore 23
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	fold, .-fold
	.align	2
	.global	open_stamp
	.type	open_stamp, %function
open_stamp:
.LFB1:
	.cfi_startproc
	stp	x29, x30, [sp, -320]!
	.cfi_def_cfa_offset 320
	.cfi_offset 29, -320
	.cfi_offset 30, -312
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	stp	x21, x22, [sp, 32]
	str	x23, [sp, 48]
	.cfi_offset 19, -304
	.cfi_offset 20, -296
	.cfi_offset 21, -288
	.cfi_offset 22, -280
	.cfi_offset 23, -272
	mov	x23, x0
	mov	x22, x1
	mov	x20, x2
	mov	x21, x3
	ldp	q0, q1, [x1]
	stp	q0, q1, [sp, 64]
	ldp	q0, q1, [x1, 32]
	stp	q0, q1, [sp, 96]
	ldp	q0, q1, [x1, 64]
	stp	q0, q1, [sp, 128]
	ldp	q0, q1, [x1, 96]
	stp	q0, q1, [sp, 160]
	ldp	q0, q1, [x1, 128]
	stp	q0, q1, [sp, 192]
	ldp	q0, q1, [x1, 160]
	stp	q0, q1, [sp, 224]
	ldp	q0, q1, [x1, 192]
	stp	q0, q1, [sp, 256]
	ldp	q0, q1, [x1, 224]
	stp	q0, q1, [sp, 288]
	mov	w19, 16
.L15:
	mov	x4, x21
	mov	x3, x20
	add	x2, sp, 64
	mov	x1, x2
	mov	x0, x2
	bl	fold
	subs	w19, w19, #1
	bne	.L15
	mov	x4, x21
	mov	x3, x20
	mov	x2, x22
	add	x1, sp, 64
	mov	x0, x23
	bl	fold
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	ldr	x23, [sp, 48]
	ldp	x29, x30, [sp], 320
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 23
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	open_stamp, .-open_stamp
	.section	.note.GNU-stack,"",@progbits
