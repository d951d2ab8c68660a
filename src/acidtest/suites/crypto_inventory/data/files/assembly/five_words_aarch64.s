	.arch armv8-a
	.text
	.align	2
	.global	begin
	.type	begin, %function
begin:
.LFB1:
	.cfi_startproc
	mov	w1, 8961
	movk	w1, 0x6745, lsl 16
	str	w1, [x0]
	mov	w1, 43913
	movk	w1, 0xefcd, lsl 16
	str	w1, [x0, 4]
	mov	w1, 56574
	movk	w1, 0x98ba, lsl 16
	str	w1, [x0, 8]
	mov	w1, 21622
	movk	w1, 0x1032, lsl 16
	str	w1, [x0, 12]
	mov	w1, 57840
	movk	w1, 0xc3d2, lsl 16
	str	w1, [x0, 16]
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
	stp	x29, x30, [sp, -352]!
	.cfi_def_cfa_offset 352
	.cfi_offset 29, -352
	.cfi_offset 30, -344
	mov	x29, sp
	str	x19, [sp, 16]
	.cfi_offset 19, -336
	ldr	w13, [x0]
	ldr	w12, [x0, 4]
	ldr	w11, [x0, 8]
	ldr	w10, [x0, 12]
	ldr	w9, [x0, 16]
	add	x8, sp, 32
	mov	x3, x8
	mov	x4, 0
	b	.L5
.L17:
	ldr	w2, [x1, x4, lsl 2]
	rev	w2, w2
.L4:
	str	w2, [x3], 4
	add	x4, x4, 1
	cmp	x4, 80
	beq	.L16
.L5:
	cmp	w4, 15
	ble	.L17
	ldr	w2, [x3, -56]
	ldr	w5, [x3, -64]
	eor	w2, w2, w5
	ldr	w5, [x3, -12]
	ldr	w6, [x3, -32]
	eor	w5, w5, w6
	eor	w2, w2, w5
	ror	w2, w2, 31
	b	.L4
.L16:
	mov	w14, w9
	mov	w5, w10
	mov	w6, w11
	mov	w3, w12
	mov	w7, w13
	mov	w4, 0
	mov	w18, 49622
	movk	w18, 0xca62, lsl 16
	mov	w16, 48348
	movk	w16, 0x8f1b, lsl 16
	mov	w15, 60321
	movk	w15, 0x6ed9, lsl 16
	mov	w17, 31129
	movk	w17, 0x5a82, lsl 16
	b	.L11
.L18:
	eor	w2, w6, w5
	and	w2, w2, w3
	eor	w2, w2, w5
	mov	w19, w17
	b	.L7
.L8:
	cmp	w4, 59
	bgt	.L9
	orr	w2, w6, w5
	and	w2, w2, w3
	and	w1, w6, w5
	orr	w2, w2, w1
	mov	w19, w16
.L7:
	ror	w1, w7, 27
	ldr	w30, [x8], 4
	add	w1, w1, w30
	add	w2, w2, w19
	add	w1, w1, w2
	add	w1, w1, w14
	ror	w3, w3, 2
	add	w4, w4, 1
.L12:
	mov	w14, w5
	mov	w5, w6
	mov	w6, w3
	mov	w3, w7
	mov	w7, w1
.L11:
	cmp	w4, 19
	ble	.L18
	cmp	w4, 39
	bgt	.L8
	eor	w2, w3, w6
	eor	w2, w2, w5
	mov	w19, w15
	b	.L7
.L9:
	eor	w1, w3, w6
	eor	w1, w1, w5
	add	w1, w1, w18
	ror	w2, w7, 27
	ldr	w19, [x8], 4
	add	w2, w2, w19
	add	w1, w1, w2
	add	w1, w1, w14
	ror	w3, w3, 2
	add	w4, w4, 1
	cmp	w4, 80
	bne	.L12
	add	w13, w13, w1
	str	w13, [x0]
	add	w12, w12, w7
	str	w12, [x0, 4]
	add	w11, w11, w3
	str	w11, [x0, 8]
	add	w10, w10, w6
	str	w10, [x0, 12]
	add	w9, w9, w5
	str	w9, [x0, 16]
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 352
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE2:
	.size	absorb, .-absorb
	.section	.note.GNU-stack,"",@progbits
