	.text
	.globl	line_open
	.type	line_open, @function
line_open:
	movq	%rdi, %r8
	movl	$0, %eax
.L2:
	movb	%al, (%r8,%rax)
	addq	$1, %rax
	cmpq	$256, %rax
	jne	.L2
	leaq	255(%r8), %rax
	movq	%rax, %rcx
	movl	$256, %r9d
	subl	%eax, %r9d
.L3:
	imull	$1664525, %esi, %esi
	addl	$1013904223, %esi
	movl	%esi, %eax
	shrl	$8, %eax
	leal	(%r9,%rcx), %edi
	movl	$0, %edx
	divl	%edi
	movzbl	(%rcx), %eax
	movl	%edx, %edx
	movzbl	(%r8,%rdx), %edi
	movb	%dil, (%rcx)
	movb	%al, (%r8,%rdx)
	subq	$1, %rcx
	cmpq	%r8, %rcx
	jne	.L3
	movb	$0, 257(%r8)
	movb	$0, 256(%r8)
	ret
	.size	line_open, .-line_open
	.globl	line_run
	.type	line_run, @function
line_run:
	testq	%rdx, %rdx
	je	.L6
	addq	%rsi, %rdx
.L8:
	movzbl	256(%rdi), %eax
	leal	1(%rax), %ecx
	movb	%cl, 256(%rdi)
	addq	$1, %rsi
	movzbl	%al, %eax
	movzbl	(%rdi,%rax), %eax
	movb	%al, -1(%rsi)
	cmpq	%rsi, %rdx
	jne	.L8
.L6:
	ret
	.size	line_run, .-line_run
	.section	.note.GNU-stack,"",@progbits
