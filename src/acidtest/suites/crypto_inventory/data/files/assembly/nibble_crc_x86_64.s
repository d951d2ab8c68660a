	.text
	.globl	block
	.type	block, @function
block:
	notl	%edi
	testq	%rdx, %rdx
	je	.L2
	addq	%rsi, %rdx
.L3:
	addq	$1, %rsi
	movzbl	-1(%rsi), %eax
	xorl	%edi, %eax
	movl	%eax, %ecx
	andl	$15, %ecx
	shrl	$4, %eax
	xorl	table(,%rcx,4), %eax
	movl	%eax, %ecx
	andl	$15, %ecx
	shrl	$4, %eax
	xorl	table(,%rcx,4), %eax
	movl	%eax, %edi
	cmpq	%rsi, %rdx
	jne	.L3
.L2:
	movl	%edi, %eax
	notl	%eax
	ret
	.size	block, .-block
	.globl	start
	.type	start, @function
start:
	testq	%rsi, %rsi
	je	.L8
	addq	%rdi, %rsi
	movl	$0, %eax
	movl	$1, %edx
	movl	$2147975281, %r8d
.L7:
	addq	$1, %rdi
	movzbl	-1(%rdi), %ecx
	addl	%edx, %ecx
	movl	%ecx, %edx
	imulq	%r8, %rdx
	shrq	$47, %rdx
	imull	$65521, %edx, %r9d
	subl	%r9d, %ecx
	movl	%ecx, %edx
	leal	(%rcx,%rax), %ecx
	movl	%ecx, %eax
	imulq	%r8, %rax
	shrq	$47, %rax
	imull	$65521, %eax, %r9d
	movl	%ecx, %eax
	subl	%r9d, %eax
	cmpq	%rdi, %rsi
	jne	.L7
.L6:
	sall	$16, %eax
	orl	%edx, %eax
	ret
.L8:
	movl	$0, %eax
	movl	$1, %edx
	jmp	.L6
	.size	start, .-start
	.section	.rodata
	.align 32
	.type	table, @object
	.size	table, 64
table:
	.long	0
	.long	498536548
	.long	997073096
	.long	651767980
	.long	1994146192
	.long	1802195444
	.long	1303535960
	.long	1342533948
	.long	-306674912
	.long	-267414716
	.long	-690576408
	.long	-882789492
	.long	-1687895376
	.long	-2032938284
	.long	-1609899400
	.long	-1111625188
	.section	.note.GNU-stack,"",@progbits
