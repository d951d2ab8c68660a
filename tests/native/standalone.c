/*
 * Runs a fuzz target on the files given, once each: for compilers without libFuzzer, for coverage,
 * and to see a crash again. Compiles as C and as C++.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C"
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file || fseek(file, 0, SEEK_END)) {
            perror(argv[i]);
            return 2;
        }
        size_t size = (size_t)ftell(file);
        /* no larger than the input, so that the sanitizer sees what is read behind it */
        uint8_t *data = (uint8_t *)malloc(size ? size : 1);
        rewind(file);
        if (!data || fread(data, 1, size, file) != size) {
            perror(argv[i]);
            return 2;
        }
        fclose(file);
        LLVMFuzzerTestOneInput(data, size);
        free(data);
    }
    printf("%d inputs\n", argc - 1);
    return 0;
}
