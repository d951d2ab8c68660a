	.text
	.globl	mix
	.type	mix, @function
mix:
	movq	%rdi, %r8
	movq	%rcx, %r9
	cmpl	$7, %edx
	jle	.L1
	leal	-7(%rdx), %r11d
	movl	$0, %r10d
	jmp	.L3
.L6:
	sarl	$8, %edi
	movw	%di, (%r8,%r10,2)
	addq	$1, %r10
	addq	$2, %rsi
	cmpq	%r11, %r10
	je	.L1
.L3:
	movl	$0, %eax
	movl	$128, %edi
.L4:
	movswl	taps(%rax,%rax), %edx
	movswl	(%rsi,%rax,2), %ecx
	imull	%ecx, %edx
	movzbl	(%r9,%rax), %ecx
	leal	5(%rcx,%rcx,8), %ecx
	imull	%ecx, %edx
	addl	%edx, %edi
	addq	$1, %rax
	cmpq	$8, %rax
	jne	.L4
	jmp	.L6
.L1:
	ret
	.size	mix, .-mix
	.globl	peak
	.type	peak, @function
peak:
	testl	%esi, %esi
	jle	.L10
	movq	%rdi, %rdx
	movslq	%esi, %rsi
	leaq	(%rdi,%rsi,2), %rdi
	movl	$0, %esi
.L9:
	movzwl	(%rdx), %ecx
	movl	%ecx, %eax
	negw	%ax
	cmovs	%ecx, %eax
	movzwl	%ax, %eax
	cmpl	%eax, %esi
	cmovl	%eax, %esi
	addq	$2, %rdx
	cmpq	%rdi, %rdx
	jne	.L9
.L8:
	leal	1(%rsi,%rsi,2), %eax
	ret
.L10:
	movl	$0, %esi
	jmp	.L8
	.size	peak, .-peak
	.section	.rodata
	.align 16
	.type	taps, @object
	.size	taps, 16
taps:
	.value	-3
	.value	12
	.value	61
	.value	122
	.value	122
	.value	61
	.value	12
	.value	-3
	.section	.note.GNU-stack,"",@progbits
