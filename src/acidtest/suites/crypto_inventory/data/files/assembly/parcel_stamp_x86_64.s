	.text
	.globl	fold
	.type	fold, @function
fold:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$544, %rsp
	movq	%rdi, -48(%rsp)
	movq	%rsi, %r9
	movq	%rcx, %rbx
	movq	%r8, %r14
	leaq	264(%rsp), %rdi
	movl	$34, %ecx
	movl	$0, %eax
	rep stosq
	movq	(%rbx), %r15
	movq	%rdx, %rbp
	leaq	256(%rdx), %rax
	movq	%rax, -56(%rsp)
	pxor	%xmm0, %xmm0
	movq	%rbx, %rdi
	jmp	.L2
.L13:
	movq	520(%rsp), %rax
	movq	%rax, -88(%rsp)
	movq	$0, -80(%rsp)
	addq	-88(%rsp), %rcx
	adcq	-80(%rsp), %rbx
	movq	%rcx, 512(%rsp)
	movq	%rbx, %rax
	addq	528(%rsp), %rax
	movq	%rax, 520(%rsp)
	addq	$8, %rbp
	cmpq	%rbp, -56(%rsp)
	je	.L7
.L2:
	movq	0(%rbp), %r8
	movl	$0, %esi
	movaps	%xmm0, -72(%rsp)
	movq	-72(%rsp), %rcx
	movq	-64(%rsp), %rbx
	movq	%r12, -72(%rsp)
	movq	%r13, -64(%rsp)
.L3:
	movq	%r8, %rax
	mulq	(%r9,%rsi)
	movq	264(%rsp,%rsi), %r10
	movl	$0, %r11d
	addq	%r10, %rax
	adcq	%r11, %rdx
	addq	%rax, %rcx
	adcq	%rdx, %rbx
	movq	%rcx, 264(%rsp,%rsi)
	movq	%rbx, %rcx
	xorl	%ebx, %ebx
	addq	$8, %rsi
	cmpq	$256, %rsi
	jne	.L3
	movq	520(%rsp), %rax
	movq	%rax, -120(%rsp)
	movq	$0, -112(%rsp)
	addq	-120(%rsp), %rcx
	adcq	-112(%rsp), %rbx
	movq	%rcx, 520(%rsp)
	movq	%rbx, 528(%rsp)
	movq	264(%rsp), %rcx
	movq	%rcx, %r8
	imulq	%r14, %r8
	movq	%r8, %rax
	mulq	%r15
	movq	%rcx, -104(%rsp)
	movq	$0, -96(%rsp)
	addq	-104(%rsp), %rax
	adcq	-96(%rsp), %rdx
	movq	%rdx, %rax
	xorl	%edx, %edx
	movq	%rax, %rcx
	movq	%rdx, %rbx
	movl	$8, %esi
	movq	%r10, -72(%rsp)
	movq	%r11, -64(%rsp)
.L4:
	movq	%r8, %rax
	mulq	(%rdi,%rsi)
	movq	264(%rsp,%rsi), %r12
	movl	$0, %r13d
	addq	%r12, %rax
	adcq	%r13, %rdx
	addq	%rax, %rcx
	adcq	%rdx, %rbx
	movq	%rcx, 256(%rsp,%rsi)
	movq	%rbx, %rcx
	xorl	%ebx, %ebx
	addq	$8, %rsi
	cmpq	$256, %rsi
	jne	.L4
	jmp	.L13
.L7:
	movl	$0, %edx
	movl	$0, %ecx
	movq	%rdi, %rbp
.L5:
	movq	264(%rsp,%rdx), %r8
	movl	$0, %r9d
	movq	0(%rbp,%rdx), %r10
	movl	$0, %r11d
	movq	%r8, %r12
	movq	%r9, %r13
	subq	%r10, %r12
	sbbq	%r11, %r13
	movl	$0, %edi
	subq	%rcx, %r12
	sbbq	%rdi, %r13
	movq	%r12, 8(%rsp,%rdx)
	movq	%r13, %rcx
	andl	$1, %ecx
	addq	$8, %rdx
	cmpq	$256, %rdx
	jne	.L5
	leaq	8(%rsp), %rsi
	leaq	264(%rsp), %rdx
	cmpq	%rcx, %rax
	movq	%rsi, %rax
	cmovb	%rdx, %rax
	movq	-48(%rsp), %rdi
	movdqa	(%rax), %xmm1
	movups	%xmm1, (%rdi)
	movdqa	16(%rax), %xmm2
	movups	%xmm2, 16(%rdi)
	movdqa	32(%rax), %xmm3
	movups	%xmm3, 32(%rdi)
	movdqa	48(%rax), %xmm4
	movups	%xmm4, 48(%rdi)
	movdqa	64(%rax), %xmm5
	movups	%xmm5, 64(%rdi)
	movdqa	80(%rax), %xmm6
	movups	%xmm6, 80(%rdi)
	movdqa	96(%rax), %xmm7
	movups	%xmm7, 96(%rdi)
	movdqa	112(%rax), %xmm1
	movups	%xmm1, 112(%rdi)
	movdqa	128(%rax), %xmm2
	movups	%xmm2, 128(%rdi)
	movdqa	144(%rax), %xmm3
	movups	%xmm3, 144(%rdi)
	movdqa	160(%rax), %xmm4
	movups	%xmm4, 160(%rdi)
	movdqa	176(%rax), %xmm5
	movups	%xmm5, 176(%rdi)
	movdqa	192(%rax), %xmm6
	movups	%xmm6, 192(%rdi)
	movdqa	208(%rax), %xmm7
	movups	%xmm7, 208(%rdi)
	movdqa	224(%rax), %xmm1
	movups	%xmm1, 224(%rdi)
	movdqa	240(%rax), %xmm2
	movaps	%xmm2, -120(%rsp)
	movups	%xmm2, 240(%rdi)
	addq	$544, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	fold, .-fold
	.globl	open_stamp
	.type	open_stamp, @function
open_stamp:
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$256, %rsp
	movq	%rdi, %r14
	movq	%rsi, %r13
	movq	%rdx, %rbp
	movq	%rcx, %r12
	movdqu	(%rsi), %xmm0
	movaps	%xmm0, (%rsp)
	movdqu	16(%rsi), %xmm1
	movaps	%xmm1, 16(%rsp)
	movdqu	32(%rsi), %xmm2
	movaps	%xmm2, 32(%rsp)
	movdqu	48(%rsi), %xmm3
	movaps	%xmm3, 48(%rsp)
	movdqu	64(%rsi), %xmm4
	movaps	%xmm4, 64(%rsp)
	movdqu	80(%rsi), %xmm5
	movaps	%xmm5, 80(%rsp)
	movdqu	96(%rsi), %xmm6
	movaps	%xmm6, 96(%rsp)
	movdqu	112(%rsi), %xmm7
	movaps	%xmm7, 112(%rsp)
	movdqu	128(%rsi), %xmm0
	movaps	%xmm0, 128(%rsp)
	movdqu	144(%rsi), %xmm1
	movaps	%xmm1, 144(%rsp)
	movdqu	160(%rsi), %xmm2
	movaps	%xmm2, 160(%rsp)
	movdqu	176(%rsi), %xmm3
	movaps	%xmm3, 176(%rsp)
	movdqu	192(%rsi), %xmm4
	movaps	%xmm4, 192(%rsp)
	movdqu	208(%rsi), %xmm5
	movaps	%xmm5, 208(%rsp)
	movdqu	224(%rsi), %xmm6
	movaps	%xmm6, 224(%rsp)
	movdqu	240(%rsi), %xmm7
	movaps	%xmm7, 240(%rsp)
	movl	$16, %ebx
.L15:
	movq	%r12, %r8
	movq	%rbp, %rcx
	movq	%rsp, %rdx
	movq	%rsp, %rsi
	movq	%rsp, %rdi
	call	fold
	subl	$1, %ebx
	jne	.L15
	movq	%r12, %r8
	movq	%rbp, %rcx
	movq	%r13, %rdx
	movq	%rsp, %rsi
	movq	%r14, %rdi
	call	fold
	addq	$256, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	ret
	.size	open_stamp, .-open_stamp
	.section	.note.GNU-stack,"",@progbits
