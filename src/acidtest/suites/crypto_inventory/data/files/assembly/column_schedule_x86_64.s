	.text
	.globl	gmix
	.type	gmix, @function
gmix:
	movl	%edi, %eax
	movzbl	%dil, %edx
	movzbl	box0(%rdx), %edx
	movzbl	%ah, %ecx
	movl	%ecx, %ecx
	movzbl	box1(%rcx), %r8d
	movl	%edi, %ecx
	shrl	$16, %ecx
	movzbl	%cl, %ecx
	movzbl	box0(%rcx), %esi
	shrl	$24, %eax
	movl	%eax, %eax
	movzbl	box1(%rax), %edi
	movl	%edx, %eax
	andl	$63, %eax
	movl	%edi, %ecx
	andl	$-49, %ecx
	xorl	%ecx, %eax
	movl	%r8d, %ecx
	andl	$-4, %ecx
	xorl	%ecx, %eax
	movl	%esi, %ecx
	andl	$-13, %ecx
	xorl	%ecx, %eax
	sall	$24, %eax
	movl	%edx, %ecx
	andl	$-49, %ecx
	movl	%edi, %r9d
	andl	$-13, %r9d
	xorl	%r9d, %ecx
	movl	%r8d, %r9d
	andl	$63, %r9d
	xorl	%r9d, %ecx
	movl	%esi, %r9d
	andl	$-4, %r9d
	xorl	%r9d, %ecx
	movzbl	%cl, %ecx
	sall	$16, %ecx
	orl	%ecx, %eax
	movl	%edx, %ecx
	andl	$-4, %ecx
	movl	%edi, %r9d
	andl	$63, %r9d
	xorl	%r9d, %ecx
	movl	%r8d, %r9d
	andl	$-13, %r9d
	xorl	%r9d, %ecx
	movl	%esi, %r9d
	andl	$-49, %r9d
	xorl	%r9d, %ecx
	movzbl	%cl, %ecx
	orl	%ecx, %eax
	andl	$-13, %edx
	andl	$-4, %edi
	xorl	%edi, %edx
	andl	$-49, %r8d
	xorl	%r8d, %edx
	andl	$63, %esi
	xorl	%esi, %edx
	movzbl	%dl, %edx
	sall	$8, %edx
	orl	%edx, %eax
	ret
	.size	gmix, .-gmix
	.globl	expand
	.type	expand, @function
expand:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$8, %rsp
	movq	%rdi, %r15
	movl	%esi, %r14d
	movl	%edx, %r13d
	movl	%ecx, %r12d
	movl	%r8d, %ebp
	movl	$0, %ebx
	jmp	.L5
.L3:
	movl	%r13d, %eax
	shrl	$8, %eax
	movl	%r14d, %edx
	sall	$24, %edx
	shrl	$8, %r14d
	sall	$24, %r13d
	orl	%r13d, %r14d
	orl	%eax, %edx
	movl	%edx, %r13d
.L4:
	addq	$1, %rbx
	cmpq	$16, %rbx
	je	.L8
.L5:
	movl	kc(,%rbx,4), %eax
	leal	(%r14,%r12), %edi
	movl	%eax, 4(%rsp)
	subl	%eax, %edi
	call	gmix
	movl	%eax, (%r15,%rbx,8)
	movl	4(%rsp), %edi
	subl	%ebp, %edi
	addl	%r13d, %edi
	call	gmix
	movl	%eax, 4(%r15,%rbx,8)
	testb	$1, %bl
	je	.L3
	movl	%r12d, %eax
	sall	$8, %eax
	movl	%ebp, %edx
	shrl	$24, %edx
	sall	$8, %ebp
	shrl	$24, %r12d
	orl	%r12d, %ebp
	orl	%eax, %edx
	movl	%edx, %r12d
	jmp	.L4
.L8:
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
	.size	expand, .-expand
	.globl	kc
	.section	.rodata
	.align 32
	.type	kc, @object
	.size	kc, 64
kc:
	.long	-1640531527
	.long	1013904243
	.long	2027808486
	.long	-239350324
	.long	-478700647
	.long	-957401293
	.long	-1914802585
	.long	465362127
	.long	930724254
	.long	1861448508
	.long	-572070280
	.long	-1144140559
	.long	2006686179
	.long	-281594938
	.long	-563189875
	.long	-1126379749
	.section	.note.GNU-stack,"",@progbits
