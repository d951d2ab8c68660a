	.text
	.globl	line_open
	.type	line_open, @function
line_open:
	movq	%rsi, %r10
	movq	%rdx, %r9
	movl	$0, %eax
.L2:
	movb	%al, (%rdi,%rax)
	addq	$1, %rax
	cmpq	$256, %rax
	jne	.L2
	movl	$0, %ecx
	movl	$0, %esi
.L3:
	movzbl	(%rdi,%rcx), %r8d
	movq	%rcx, %rax
	movl	$0, %edx
	divq	%r9
	movzbl	(%r10,%rdx), %eax
	movzbl	%r8b, %edx
	addl	%edx, %eax
	addl	%eax, %esi
	movzbl	%sil, %esi
	movl	%esi, %eax
	movzbl	(%rdi,%rax), %edx
	movb	%dl, (%rdi,%rcx)
	movb	%r8b, (%rdi,%rax)
	addq	$1, %rcx
	cmpq	$256, %rcx
	jne	.L3
	movb	$0, 257(%rdi)
	movb	$0, 256(%rdi)
	ret
	.size	line_open, .-line_open
	.globl	line_run
	.type	line_run, @function
line_run:
	movq	%rdi, %rax
	testq	%rdx, %rdx
	je	.L6
	addq	%rsi, %rdx
.L8:
	movzbl	256(%rax), %edi
	addl	$1, %edi
	movb	%dil, 256(%rax)
	movzbl	%dil, %edi
	movzbl	(%rax,%rdi), %ecx
	movl	%ecx, %r8d
	addb	257(%rax), %r8b
	movb	%r8b, 257(%rax)
	movzbl	%r8b, %r8d
	movzbl	(%rax,%r8), %r9d
	movb	%r9b, (%rax,%rdi)
	movb	%cl, (%rax,%r8)
	addq	$1, %rsi
	addl	%r9d, %ecx
	movzbl	%cl, %ecx
	movzbl	(%rax,%rcx), %ecx
	xorb	%cl, -1(%rsi)
	cmpq	%rsi, %rdx
	jne	.L8
.L6:
	ret
	.size	line_run, .-line_run
	.section	.note.GNU-stack,"",@progbits
