	.text
	.type	turn, @function
turn:
	movl	(%rsi), %eax
	addl	(%rdi), %eax
	movl	%eax, (%rdi)
	xorl	(%rcx), %eax
	roll	$16, %eax
	movl	%eax, (%rcx)
	addl	(%rdx), %eax
	movl	%eax, (%rdx)
	xorl	(%rsi), %eax
	roll	$12, %eax
	movl	%eax, (%rsi)
	addl	(%rdi), %eax
	movl	%eax, (%rdi)
	xorl	(%rcx), %eax
	roll	$8, %eax
	movl	%eax, (%rcx)
	addl	(%rdx), %eax
	movl	%eax, (%rdx)
	xorl	(%rsi), %eax
	roll	$7, %eax
	movl	%eax, (%rsi)
	ret
	.size	turn, .-turn
	.globl	start
	.type	start, @function
start:
	movl	$1634760805, (%rdi)
	movl	$857760878, 4(%rdi)
	movl	$2036477234, 8(%rdi)
	movl	$1797285236, 12(%rdi)
	movdqu	(%rsi), %xmm0
	movups	%xmm0, 16(%rdi)
	movdqu	16(%rsi), %xmm1
	movups	%xmm1, 32(%rdi)
	movl	$0, 48(%rdi)
	movq	(%rdx), %rax
	movq	%rax, 52(%rdi)
	movl	8(%rdx), %eax
	movl	%eax, 60(%rdi)
	ret
	.size	start, .-start
	.globl	block
	.type	block, @function
block:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbp
	movq	%rsi, %r14
	movdqu	(%rsi), %xmm0
	movups	%xmm0, (%rdi)
	movdqu	16(%rsi), %xmm1
	movups	%xmm1, 16(%rdi)
	movdqu	32(%rsi), %xmm2
	movups	%xmm2, 32(%rdi)
	movdqu	48(%rsi), %xmm3
	movups	%xmm3, 48(%rdi)
	movl	$10, %r13d
	leaq	16(%rdi), %r12
	jmp	.L4
.L13:
	subl	$1, %r13d
	je	.L8
.L4:
	movq	%rbp, %rbx
.L5:
	leaq	48(%rbx), %rcx
	leaq	32(%rbx), %rdx
	leaq	16(%rbx), %rsi
	movq	%rbx, %rdi
	call	turn
	addq	$4, %rbx
	cmpq	%r12, %rbx
	jne	.L5
	movl	$0, %ebx
.L6:
	leal	3(%rbx), %eax
	andl	$3, %eax
	leaq	48(%rbp,%rax,4), %rcx
	leal	2(%rbx), %eax
	andl	$3, %eax
	leaq	32(%rbp,%rax,4), %rdx
	leal	1(%rbx), %eax
	andl	$3, %eax
	leaq	16(%rbp,%rax,4), %rsi
	leaq	0(%rbp,%rbx,4), %rdi
	call	turn
	addq	$1, %rbx
	cmpq	$4, %rbx
	jne	.L6
	jmp	.L13
.L8:
	movl	$0, %eax
.L7:
	movl	(%r14,%rax), %edx
	addl	%edx, 0(%rbp,%rax)
	addq	$4, %rax
	cmpq	$64, %rax
	jne	.L7
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	block, .-block
	.section	.note.GNU-stack,"",@progbits
