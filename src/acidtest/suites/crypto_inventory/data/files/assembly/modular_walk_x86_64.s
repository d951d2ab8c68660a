	.text
	.type	times, @function
times:
	movq	%rdi, %rax
	mulq	%rsi
	movq	%rax, %rsi
	movq	%rdx, %rdi
	movabsq	$2305843009213693951, %rdx
	andq	%rsi, %rdx
	shrdq	$61, %rdi, %rsi
	shrq	$61, %rdi
	leaq	(%rdx,%rsi), %rax
	movabsq	$2305843009213693950, %rdx
	cmpq	%rax, %rdx
	jnb	.L1
	movabsq	$-2305843009213693951, %rdx
	addq	%rdx, %rax
.L1:
	ret
	.size	times, .-times
	.globl	fold
	.type	fold, @function
fold:
	testq	%rsi, %rsi
	je	.L6
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %rbx
	leaq	(%rdi,%rsi), %r12
	movl	$0, %edi
	movl	$9, %ebp
.L5:
	movl	$65537, %esi
	call	times
	addq	$1, %rbx
	movzbl	-1(%rbx), %ecx
	addq	%rax, %rcx
	movq	%rcx, %rax
	mulq	%rbp
	movq	%rcx, %rax
	subq	%rdx, %rax
	shrq	%rax
	leaq	(%rdx,%rax), %rdi
	shrq	$60, %rdi
	movq	%rdi, %rax
	salq	$61, %rax
	subq	%rdi, %rax
	subq	%rax, %rcx
	movq	%rcx, %rdi
	cmpq	%r12, %rbx
	jne	.L5
	movq	%rcx, %rax
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
.L6:
	movq	%rsi, %rax
	ret
	.size	fold, .-fold
	.globl	open_stamp
	.type	open_stamp, @function
open_stamp:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$24, %rsp
	movq	%rdi, 8(%rsp)
	movl	$63, %r13d
	movl	$1, %ebx
	movl	$0, %r12d
	movabsq	$2305843009213693951, %r15
	movl	$9, %r14d
	jmp	.L14
.L13:
	subl	$1, %r13d
	cmpl	$-1, %r13d
	je	.L18
.L14:
	leaq	(%rbx,%rbx), %rsi
	subq	%r12, %rsi
	addq	%r15, %rsi
	movq	%rsi, %rax
	mulq	%r14
	movq	%rsi, %rax
	subq	%rdx, %rax
	shrq	%rax
	addq	%rax, %rdx
	shrq	$60, %rdx
	movq	%rdx, %rax
	salq	$61, %rax
	subq	%rdx, %rax
	subq	%rax, %rsi
	movq	%r12, %rdi
	call	times
	movq	%rax, %rbp
	movq	%r12, %rsi
	movq	%r12, %rdi
	call	times
	movq	%rax, %r12
	movq	%rbx, %rsi
	movq	%rbx, %rdi
	call	times
	leaq	(%r12,%rax), %rcx
	movq	%rcx, %rax
	mulq	%r14
	movq	%rcx, %rax
	subq	%rdx, %rax
	shrq	%rax
	leaq	(%rdx,%rax), %rbx
	shrq	$60, %rbx
	movq	%rbx, %rax
	salq	$61, %rax
	subq	%rbx, %rax
	subq	%rax, %rcx
	movq	%rcx, %rbx
	movq	%rbp, %r12
	movq	8(%rsp), %rax
	btq	%r13, %rax
	jnc	.L13
	addq	%rcx, %rbp
	movq	%rbp, %rax
	mulq	%r14
	movq	%rbp, %rax
	subq	%rdx, %rax
	shrq	%rax
	addq	%rax, %rdx
	shrq	$60, %rdx
	movq	%rdx, %rax
	salq	$61, %rax
	subq	%rdx, %rax
	movq	%rcx, %r12
	movq	%rbp, %rbx
	subq	%rax, %rbx
	jmp	.L13
.L18:
	movq	%r12, %rax
	addq	$24, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	open_stamp, .-open_stamp
	.section	.note.GNU-stack,"",@progbits
