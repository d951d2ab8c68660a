	.text
	.globl	by_amount
	.type	by_amount, @function
by_amount:
	movsd	8(%rdi), %xmm0
	subsd	8(%rsi), %xmm0
	movl	$-1, %eax
	pxor	%xmm1, %xmm1
	comisd	%xmm0, %xmm1
	ja	.L1
	comisd	%xmm1, %xmm0
	seta	%al
	movzbl	%al, %eax
.L1:
	ret
	.size	by_amount, .-by_amount
	.globl	wrap
	.type	wrap, @function
wrap:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %r13
	movl	%esi, %r12d
	movl	%edx, %edi
	call	srand
	testl	%r12d, %r12d
	jle	.L5
	movq	%r13, %rbx
	movslq	%r12d, %rax
	leaq	(%rax,%rax,2), %rax
	leaq	0(%r13,%rax,8), %rbp
.L6:
	movq	(%rbx), %rax
	leaq	(%rax,%rax,8), %r14
	call	rand
	movslq	%eax, %rdx
	imulq	$1717986919, %rdx, %rdx
	sarq	$33, %rdx
	movl	%eax, %ecx
	sarl	$31, %ecx
	subl	%ecx, %edx
	leal	(%rdx,%rdx,4), %edx
	subl	%edx, %eax
	cltq
	addq	%r14, %rax
	movq	%rax, (%rbx)
	addq	$24, %rbx
	cmpq	%rbp, %rbx
	jne	.L6
.L5:
	movslq	%r12d, %rsi
	movl	$by_amount, %ecx
	movl	$24, %edx
	movq	%r13, %rdi
	call	qsort
	movl	%r12d, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	wrap, .-wrap
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC2:
	.string	"%ld %.2f\n"
	.text
	.globl	sign_off
	.type	sign_off, @function
sign_off:
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$8, %rsp
	testl	%edx, %edx
	jle	.L14
	movq	%rdi, %r12
	movq	%rsi, %rbx
	movslq	%edx, %rdx
	leaq	(%rdx,%rdx,2), %rax
	leaq	(%rsi,%rax,8), %rbp
	movl	$0, %r13d
	jmp	.L13
.L11:
	addq	$24, %rbx
	cmpq	%rbp, %rbx
	je	.L9
.L13:
	cmpl	$0, 16(%rbx)
	jne	.L11
	movsd	8(%rbx), %xmm0
	movsd	.LC1(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L11
	movl	$1, 16(%rbx)
	movq	(%rbx), %rdx
	movl	$.LC2, %esi
	movq	%r12, %rdi
	movl	$1, %eax
	call	fprintf
	addl	$1, %r13d
	jmp	.L11
.L14:
	movl	$0, %r13d
.L9:
	movl	%r13d, %eax
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
	.size	sign_off, .-sign_off
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	1083129856
	.section	.note.GNU-stack,"",@progbits
