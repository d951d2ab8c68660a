	.text
	.globl	expand
	.type	expand, @function
expand:
	movq	%rdi, %r11
	cmpq	$8, %rdx
	jbe	.L11
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rsi, %rdi
	movq	%rdx, %r10
	movq	%rcx, %rbx
	movq	%r11, %rax
	movl	$0, %ebp
	movl	$0, %edx
	jmp	.L10
.L20:
	movq	%r14, %rsi
.L5:
	movzbl	(%rdi,%r13), %r15d
	cmpb	%r15b, (%rcx,%r8)
	jne	.L19
	addq	$1, %r8
	leaq	1(%rsi), %r14
	movq	%rsi, %r13
	cmpq	%r10, %rsi
	jnb	.L4
	cmpq	$254, %r8
	jbe	.L20
	jmp	.L4
.L19:
	movq	%r13, %rsi
.L4:
	movl	%edx, %r15d
	leaq	1(%rax), %r14
	movl	%edx, %ecx
	subl	%ebp, %ecx
	movb	%cl, (%rax)
	cmpq	%rdx, %rbp
	jnb	.L7
	movq	%rbp, %rcx
	subq	%rbp, %rax
.L8:
	movzbl	(%rdi,%rcx), %r13d
	movb	%r13b, 1(%rax,%rcx)
	addq	$1, %rcx
	cmpq	%rdx, %rcx
	jne	.L8
	subq	%rbp, %rdx
	addq	%rdx, %r14
.L7:
	subl	%r9d, %r15d
	movb	%r15b, (%r14)
	movq	%r12, %rax
	movzbl	%ah, %eax
	movb	%al, 1(%r14)
	leaq	3(%r14), %rax
	movb	%r8b, 2(%r14)
	movq	%rsi, %rbp
	movq	%rsi, %rdx
	jmp	.L9
.L12:
	movq	%r13, %rsi
	movl	$4, %r8d
	jmp	.L4
.L3:
	addq	$1, %rdx
.L9:
	leaq	8(%rdx), %rcx
	cmpq	%r10, %rcx
	jnb	.L21
.L10:
	leaq	(%rdi,%rdx), %r8
	imull	$-1640531535, (%r8), %ecx
	shrl	$20, %ecx
	movl	%ecx, %ecx
	leaq	(%rbx,%rcx,4), %rsi
	movl	(%rsi), %r9d
	movl	%r9d, %ecx
	movl	%edx, (%rsi)
	cmpq	%rdx, %rcx
	jnb	.L3
	movq	%rdx, %r12
	subq	%rcx, %r12
	cmpq	$65535, %r12
	ja	.L3
	addq	%rdi, %rcx
	movl	(%rcx), %esi
	cmpl	%esi, (%r8)
	jne	.L3
	leaq	4(%rdx), %r13
	cmpq	%r10, %r13
	jnb	.L12
	leaq	5(%rdx), %rsi
	movl	$4, %r8d
	jmp	.L5
.L11:
	movq	%rdi, %rax
	subq	%rdi, %rax
	ret
.L21:
	subq	%r11, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	expand, .-expand
	.section	.note.GNU-stack,"",@progbits
