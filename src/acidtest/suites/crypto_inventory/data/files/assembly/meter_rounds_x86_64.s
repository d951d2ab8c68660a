	.text
	.globl	mix
	.type	mix, @function
mix:
	movq	%rdi, %rax
	movq	%rdx, %rdi
	movzbl	(%rdx), %edx
	addb	%dl, (%rax)
	movzbl	1(%rdi), %edx
	xorb	%dl, 2(%rax)
	movzbl	2(%rdi), %edx
	addb	%dl, 4(%rax)
	movzbl	3(%rdi), %edx
	xorb	%dl, 6(%rax)
	movq	%rsi, %rcx
	subq	$-128, %rsi
.L2:
	movzbl	7(%rax), %r8d
	movzbl	6(%rax), %r9d
	movb	%r9b, 7(%rax)
	movzbl	4(%rax), %r10d
	movl	%r10d, %edx
	rolb	$4, %dl
	movl	%r10d, %r11d
	rolb	$3, %r11b
	xorl	%r11d, %edx
	movl	%r10d, %r11d
	rorb	$2, %r11b
	xorl	%r11d, %edx
	xorb	2(%rcx), %dl
	addb	5(%rax), %dl
	movb	%dl, 6(%rax)
	movb	%r10b, 5(%rax)
	movzbl	2(%rax), %r10d
	movl	%r10d, %edx
	rolb	$2, %dl
	movl	%r10d, %r11d
	rolb	%r11b
	xorl	%r11d, %edx
	movl	%r10d, %r11d
	rorb	%r11b
	xorl	%r11d, %edx
	addb	1(%rcx), %dl
	xorb	3(%rax), %dl
	movb	%dl, 4(%rax)
	movb	%r10b, 3(%rax)
	movzbl	(%rax), %r10d
	movl	%r10d, %edx
	rolb	$4, %dl
	movl	%r10d, %r11d
	rolb	$3, %r11b
	xorl	%r11d, %edx
	movl	%r10d, %r11d
	rorb	$2, %r11b
	xorl	%r11d, %edx
	xorb	(%rcx), %dl
	addb	1(%rax), %dl
	movb	%dl, 2(%rax)
	movb	%r10b, 1(%rax)
	movl	%r9d, %edx
	rolb	$2, %dl
	movl	%r9d, %r10d
	rolb	%r10b
	xorl	%r10d, %edx
	rorb	%r9b
	xorl	%r9d, %edx
	addb	3(%rcx), %dl
	xorl	%r8d, %edx
	movb	%dl, (%rax)
	addq	$4, %rcx
	cmpq	%rcx, %rsi
	jne	.L2
	movq	%rax, %rcx
	leaq	7(%rax), %r8
.L3:
	movzbl	1(%rcx), %esi
	movb	%sil, (%rcx)
	addq	$1, %rcx
	cmpq	%rcx, %r8
	jne	.L3
	movb	%dl, 7(%rax)
	movzbl	4(%rdi), %edx
	addb	%dl, (%rax)
	movzbl	5(%rdi), %edx
	xorb	%dl, 2(%rax)
	movzbl	6(%rdi), %edx
	addb	%dl, 4(%rax)
	movzbl	7(%rdi), %edx
	xorb	%dl, 6(%rax)
	ret
	.size	mix, .-mix
	.section	.note.GNU-stack,"",@progbits
