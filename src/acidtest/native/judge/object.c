/* Reads a relocatable object of which nothing is believed: it was assembled from an answer. */
#include "object.h"

#include <stdlib.h>
#include <string.h>

static int inside(const struct object *object, uint64_t at, uint64_t size)
{
    return at <= object->size && size <= object->size - at;
}

/* What is read in place must be aligned; assemblers see to it. */
static int aligned_inside(const struct object *object, uint64_t at, uint64_t size)
{
    return at % _Alignof(Elf64_Shdr) == 0 && inside(object, at, size);
}

/* Whether a section lies in the file as it must; one without content need not. */
static int sound(const struct object *object, const Elf64_Shdr *section)
{
    if (section->sh_type == SHT_NOBITS)
        return 1;
    if (section->sh_type == SHT_SYMTAB || section->sh_type == SHT_RELA)
        return aligned_inside(object, section->sh_offset, section->sh_size);
    return inside(object, section->sh_offset, section->sh_size);
}

/* Whether the table of their names is there: a section without content can claim any place. */
static int know_symbols(struct object *object, const Elf64_Shdr *section)
{
    const Elf64_Shdr *names = &object->sections[section->sh_link];
    if (names->sh_type == SHT_NOBITS || !sound(object, names))
        return 0;
    object->symbols = (const void *)(object->file + section->sh_offset);
    object->symbol_count = section->sh_size / sizeof(Elf64_Sym);
    object->names = (const char *)object->file + names->sh_offset;
    object->names_size = names->sh_size;
    return 1;
}

const char *read_object(struct object *object, const struct object_file *from)
{
    memset(object, 0, sizeof *object);
    object->file = from->data;
    object->size = from->size;
    if (!object->file || object->size < sizeof(Elf64_Ehdr))
        return "cannot read";
    const Elf64_Ehdr *header = object->header = (const void *)object->file;
    if (memcmp(header->e_ident, ELFMAG "\2\1", 6) || header->e_type != ET_REL ||
        header->e_machine != EM_X86_64 || header->e_shentsize != sizeof(Elf64_Shdr) ||
        !aligned_inside(object, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr)))
        return "not an object for this machine:";
    object->sections = (const void *)(object->file + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *section = &object->sections[i];
        if (!sound(object, section))
            return "damaged object:";
        if (section->sh_type == SHT_SYMTAB && section->sh_link < header->e_shnum &&
            !know_symbols(object, section))
            return "damaged object:";
    }
    object->address = calloc(header->e_shnum + 1u, sizeof *object->address);
    object->common = calloc(object->symbol_count + 1, sizeof *object->common);
    return object->address && object->common ? NULL : "out of memory for";
}

void free_object(struct object *object)
{
    free(object->address);
    free(object->common);
    object->address = object->common = NULL;
}

const char *name_of(const struct object *object, uint32_t at)
{
    if (at >= object->names_size || !memchr(object->names + at, 0, object->names_size - at))
        return "";
    return object->names + at;
}

enum area area_of(const Elf64_Shdr *section)
{
    if (!(section->sh_flags & SHF_ALLOC) || !section->sh_size)
        return NOWHERE;
    if (section->sh_flags & SHF_EXECINSTR)
        return CODE;
    return section->sh_flags & SHF_WRITE ? DATA : CONSTANT;
}

uint64_t defined_at(const struct object *object, size_t index)
{
    const Elf64_Sym *symbol = &object->symbols[index];
    if (symbol->st_shndx == SHN_COMMON)
        return object->common[index];
    if (symbol->st_shndx == SHN_ABS)
        return symbol->st_value;
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= object->header->e_shnum)
        return 0;
    return object->address[symbol->st_shndx] + symbol->st_value;
}
