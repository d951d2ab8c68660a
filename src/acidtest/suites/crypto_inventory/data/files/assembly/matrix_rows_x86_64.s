	.text
	.globl	schedule
	.type	schedule, @function
schedule:
	pushq	%rbx
	movq	%rsi, %rbx
	movq	%rsi, %r11
	leaq	16(%rsi), %r10
	addq	$400, %rbx
	jmp	.L2
.L4:
	addq	$16, %rdi
	addq	$16, %r11
	addq	$16, %r10
	cmpq	%rbx, %r10
	je	.L1
.L2:
	movl	$0, %r9d
.L6:
	leaq	(%rdx,%r9), %rsi
	movq	%r11, %rax
	movl	$0, %r8d
.L3:
	movl	(%rax), %ecx
	imull	(%rsi), %ecx
	addl	%ecx, %r8d
	addq	$4, %rax
	addq	$16, %rsi
	cmpq	%r10, %rax
	jne	.L3
	movl	%r8d, (%rdi,%r9)
	addq	$4, %r9
	cmpq	$16, %r9
	jne	.L6
	jmp	.L4
.L1:
	popq	%rbx
	ret
	.size	schedule, .-schedule
	.globl	pad
	.type	pad, @function
pad:
	leaq	384(%rsi), %r8
	jmp	.L10
.L11:
	addq	$4, %rax
	cmpq	$16, %rax
	je	.L15
.L12:
	movl	(%rcx,%rax), %edx
	cmpl	(%rdi,%rax), %edx
	jle	.L11
	movl	%edx, (%rdi,%rax)
	jmp	.L11
.L15:
	addq	$16, %rsi
	cmpq	%r8, %rsi
	je	.L9
.L10:
	movq	%rsi, %rcx
	movl	$0, %eax
	jmp	.L12
.L9:
	ret
	.size	pad, .-pad
	.section	.note.GNU-stack,"",@progbits
