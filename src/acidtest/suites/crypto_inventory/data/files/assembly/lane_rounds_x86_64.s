	.text
	.globl	next_key
	.type	next_key, @function
next_key:
	aeskeygenassist	$1, %xmm0, %xmm2
	pshufd	$255, %xmm2, %xmm2
	movdqa	%xmm0, %xmm1
	pslldq	$4, %xmm1
	pxor	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	pslldq	$8, %xmm1
	pxor	%xmm2, %xmm1
	pxor	%xmm1, %xmm0
	ret
	.size	next_key, .-next_key
	.globl	seal16
	.type	seal16, @function
seal16:
	testl	%esi, %esi
	jle	.L2
	movq	%rdi, %r8
	movslq	%esi, %rsi
	salq	$4, %rsi
	addq	%rsi, %rdi
	leaq	160(%rdx), %rcx
.L5:
	movq	%r8, %rsi
	movdqa	(%r8), %xmm0
	pxor	(%rdx), %xmm0
	leaq	16(%rdx), %rax
.L4:
	aesenc	(%rax), %xmm0
	addq	$16, %rax
	cmpq	%rcx, %rax
	jne	.L4
	aesenclast	160(%rdx), %xmm0
	movaps	%xmm0, (%rsi)
	addq	$16, %r8
	cmpq	%rdi, %r8
	jne	.L5
.L2:
	ret
	.size	seal16, .-seal16
	.section	.note.GNU-stack,"",@progbits
