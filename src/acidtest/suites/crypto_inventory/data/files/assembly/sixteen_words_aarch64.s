	.arch armv8-a
	.text
	.align	2
	.global	begin
	.type	begin, %function
begin:
.LFB1:
	.cfi_startproc
	mov	x3, 0
	mov	x6, 31765
	movk	x6, 0x7f4a, lsl 16
	movk	x6, 0x79b9, lsl 32
	movk	x6, 0x9e37, lsl 48
	mov	x5, 58809
	movk	x5, 0x1ce4, lsl 16
	movk	x5, 0x476d, lsl 32
	movk	x5, 0xbf58, lsl 48
	mov	x4, 4587
	movk	x4, 0x1331, lsl 16
	movk	x4, 0x49bb, lsl 32
	movk	x4, 0x94d0, lsl 48
.L2:
	add	x1, x1, x6
	eor	x2, x1, x1, lsr 30
	mul	x2, x2, x5
	eor	x2, x2, x2, lsr 27
	mul	x2, x2, x4
	eor	x2, x2, x2, lsr 31
	str	x2, [x0, x3, lsl 3]
	add	x3, x3, 1
	cmp	x3, 4
	bne	.L2
	ret
	.cfi_endproc
.LFE1:
	.size	begin, .-begin
	.align	2
	.global	absorb
	.type	absorb, %function
absorb:
.LFB2:
	.cfi_startproc
	ldr	x1, [x0, 8]
	ldr	x4, [x0]
	ldr	x3, [x0, 16]
	eor	x3, x4, x3
	ldr	x2, [x0, 24]
	eor	x2, x1, x2
	eor	x5, x1, x3
	str	x5, [x0, 8]
	eor	x4, x4, x2
	str	x4, [x0]
	eor	x3, x3, x1, lsl 17
	str	x3, [x0, 16]
	ror	x2, x2, 19
	str	x2, [x0, 24]
	add	x1, x1, x1, lsl 2
	ror	x0, x1, 57
	add	x0, x0, x0, lsl 3
	ret
	.cfi_endproc
.LFE2:
	.size	absorb, .-absorb
	.align	2
	.global	unit
	.type	unit, %function
unit:
.LFB3:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x29, sp
	bl	absorb
	fmov	d0, x0
	ushr	d0, d0, 11
	ucvtf	d0, d0
	mov	x0, 4368491638549381120
	fmov	d1, x0
	fmul	d0, d0, d1
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE3:
	.size	unit, .-unit
	.section	.note.GNU-stack,"",@progbits
