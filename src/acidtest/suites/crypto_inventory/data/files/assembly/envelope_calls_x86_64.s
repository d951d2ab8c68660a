	.text
	.globl	wrap
	.type	wrap, @function
wrap:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$16, %rsp
	movq	%rdi, %rbp
	movq	%rsi, %r12
	movq	%rdx, %r13
	movl	%ecx, %r14d
	movq	%r8, %rbx
	movl	$0, 12(%rsp)
	movl	$0, 8(%rsp)
	call	EVP_aria_256_cbc
	movq	%rax, %rsi
	leaq	32(%r12), %r8
	movq	%r12, %rcx
	movl	$0, %edx
	movq	%rbp, %rdi
	call	EVP_EncryptInit_ex
	cmpl	$1, %eax
	jne	.L3
	movl	%r14d, %r8d
	movq	%r13, %rcx
	leaq	12(%rsp), %rdx
	movq	%rbx, %rsi
	movq	%rbp, %rdi
	call	EVP_EncryptUpdate
	cmpl	$1, %eax
	jne	.L4
	movslq	12(%rsp), %rax
	leaq	(%rbx,%rax), %rsi
	leaq	8(%rsp), %rdx
	movq	%rbp, %rdi
	call	EVP_EncryptFinal_ex
	cmpl	$1, %eax
	jne	.L5
	movl	8(%rsp), %eax
	addl	12(%rsp), %eax
.L1:
	addq	$16, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
.L3:
	movl	$-1, %eax
	jmp	.L1
.L4:
	movl	$-1, %eax
	jmp	.L1
.L5:
	movl	$-1, %eax
	jmp	.L1
	.size	wrap, .-wrap
	.globl	stamp
	.type	stamp, @function
stamp:
	pushq	%rbp
	pushq	%rbx
	subq	$56, %rsp
	movq	%rdi, %rbp
	movq	%rsi, %rdi
	movq	%rcx, %rbx
	movl	$0, 12(%rsp)
	movslq	%edx, %rsi
	leaq	16(%rsp), %rdx
	call	SHA256
	movq	%rbp, %r9
	leaq	12(%rsp), %r8
	movq	%rbx, %rcx
	movl	$32, %edx
	leaq	16(%rsp), %rsi
	movl	$672, %edi
	call	RSA_sign
	cmpl	$1, %eax
	jne	.L9
	movl	12(%rsp), %eax
.L7:
	addq	$56, %rsp
	popq	%rbx
	popq	%rbp
	ret
.L9:
	movl	$-1, %eax
	jmp	.L7
	.size	stamp, .-stamp
	.section	.note.GNU-stack,"",@progbits
