	.text
	.globl	schedule
	.type	schedule, @function
schedule:
	pushq	%rbx
	movl	(%rsi), %r10d
	movl	4(%rsi), %r11d
	movl	8(%rsi), %r9d
	movl	12(%rsi), %r8d
	movq	%rdi, %rsi
	movl	$0, %edx
.L2:
	movl	%edx, %eax
	andl	$3, %eax
	movl	c.0(,%rax,4), %eax
	movl	%eax, %edi
	movl	%edx, %ecx
	roll	%cl, %edi
	movl	%edi, %ecx
	addl	%r10d, %ecx
	roll	%ecx
	movl	%ecx, %r10d
	movl	%edx, %edi
	addl	$1, %edx
	movl	%eax, %ebx
	movl	%edx, %ecx
	roll	%cl, %ebx
	movl	%ebx, %ecx
	addl	%r11d, %ecx
	roll	$3, %ecx
	movl	%ecx, %r11d
	leal	2(%rdi), %ecx
	movl	%eax, %ebx
	roll	%cl, %ebx
	movl	%ebx, %ecx
	addl	%r9d, %ecx
	roll	$6, %ecx
	movl	%ecx, %r9d
	leal	3(%rdi), %ecx
	roll	%cl, %eax
	addl	%r8d, %eax
	roll	$11, %eax
	movl	%eax, %r8d
	movl	%r10d, (%rsi)
	movl	%r11d, 4(%rsi)
	movl	%r9d, 8(%rsi)
	movl	%eax, 12(%rsi)
	addq	$16, %rsi
	cmpl	$24, %edx
	jne	.L2
	popq	%rbx
	ret
	.size	schedule, .-schedule
	.globl	pad
	.type	pad, @function
pad:
	movq	%rdi, %rcx
	movq	%rsi, %rax
	leaq	384(%rsi), %r8
.L6:
	movl	(%rcx), %edi
	movl	4(%rcx), %edx
	movl	%edi, %esi
	xorl	(%rax), %esi
	movl	%edx, %r9d
	xorl	4(%rax), %r9d
	addl	%r9d, %esi
	roll	$9, %esi
	movl	%esi, (%rcx)
	movl	8(%rcx), %esi
	xorl	8(%rax), %edx
	movl	%esi, %r9d
	xorl	4(%rax), %r9d
	addl	%r9d, %edx
	rorl	$5, %edx
	movl	%edx, 4(%rcx)
	movl	12(%rcx), %edx
	xorl	4(%rax), %edx
	xorl	12(%rax), %esi
	addl	%esi, %edx
	rorl	$3, %edx
	movl	%edx, 8(%rcx)
	movl	%edi, 12(%rcx)
	addq	$16, %rax
	cmpq	%r8, %rax
	jne	.L6
	ret
	.size	pad, .-pad
	.section	.rodata
	.align 16
	.type	c.0, @object
	.size	c.0, 16
c.0:
	.long	-1007687205
	.long	1147300610
	.long	2044886154
	.long	2027892972
	.section	.note.GNU-stack,"",@progbits
