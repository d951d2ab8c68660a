	.text
	.globl	seal16
	.type	seal16, @function
seal16:
	testl	%esi, %esi
	jle	.L1
	movq	%rdi, %rcx
	movslq	%esi, %rsi
	salq	$4, %rsi
	leaq	(%rdi,%rsi), %r8
	leaq	64(%rdx), %rsi
	jmp	.L4
.L7:
	pmaxud	%xmm2, %xmm0
	movaps	%xmm0, (%rdi)
	addq	$16, %rcx
	cmpq	%r8, %rcx
	je	.L1
.L4:
	movq	%rcx, %rdi
	movdqa	(%rcx), %xmm2
	movq	%rdx, %rax
	movdqa	%xmm2, %xmm1
.L3:
	pshufd	$57, %xmm1, %xmm0
	paddd	(%rax), %xmm0
	movdqa	%xmm0, %xmm1
	addq	$16, %rax
	cmpq	%rsi, %rax
	jne	.L3
	jmp	.L7
.L1:
	ret
	.size	seal16, .-seal16
	.globl	next_key
	.type	next_key, @function
next_key:
	movl	$4294967295, %eax
	testl	%esi, %esi
	je	.L9
	movl	%esi, %esi
	leaq	(%rdi,%rsi,8), %rdx
.L10:
	addq	$8, %rdi
	crc32q	-8(%rdi), %rax
	cmpq	%rdx, %rdi
	jne	.L10
.L9:
	notl	%eax
	ret
	.size	next_key, .-next_key
	.section	.note.GNU-stack,"",@progbits
