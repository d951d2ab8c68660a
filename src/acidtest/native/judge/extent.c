/* Where the variables, texts and constants of loaded objects begin and end. */
#include "object.h"

#include <string.h>

#if !defined(__x86_64__)
int loaded_extent(const uint8_t *at, const uint8_t **low, const uint8_t **high)
{
    (void)at, (void)low, (void)high;
    return 0;
}
#else

/* Numbers, not pointers: what an object says of an address may lead anywhere. */
struct extent { uint64_t low, high; };

static int is_zero(uint64_t at, uint64_t unit)
{
    static const uint8_t zero[4];
    return !memcmp((const void *)at, zero, unit);
}

/* A text stands alone in its section of texts: from the end of the one before to its own. */
static struct extent text_extent(struct extent section, uint64_t unit, uint64_t at)
{
    uint64_t from = section.low + (at - section.low) / unit * unit, to = from;
    while (from > section.low && !is_zero(from - unit, unit))
        from -= unit;
    while (to + unit < section.high && !is_zero(to, unit))
        to += unit;
    return (struct extent){ from, to + unit < section.high ? to + unit : section.high };
}

/* Constants without a name end where another one begins that code refers to. */
static struct extent constant_extent(const struct object *object, int index, struct extent found,
                                     uint64_t at)
{
    for (int i = 0; i < object->header->e_shnum; i++) {
        const Elf64_Shdr *section = &object->sections[i];
        if (section->sh_type != SHT_RELA || section->sh_info >= object->header->e_shnum ||
            area_of(&object->sections[section->sh_info]) == NOWHERE)
            continue;
        const Elf64_Rela *entries = (const void *)(object->file + section->sh_offset);
        for (size_t k = 0; k < section->sh_size / sizeof *entries; k++) {
            size_t symbol = ELF64_R_SYM(entries[k].r_info);
            if (symbol >= object->symbol_count || object->symbols[symbol].st_shndx != index)
                continue;
            /* a distance is counted from the end of its four bytes */
            uint64_t more = ELF64_R_TYPE(entries[k].r_info) == R_X86_64_64 ? 0 : 4;
            uint64_t start = object->address[index] + object->symbols[symbol].st_value +
                             (uint64_t)entries[k].r_addend + more;
            if (start <= at && start > found.low)
                found.low = start;
            if (start > at && start < found.high)
                found.high = start;
        }
    }
    return found;
}

static int variable_extent(const struct object *object, uint64_t at, struct extent *found)
{
    for (size_t i = 0; i < object->symbol_count; i++) {
        const Elf64_Sym *symbol = &object->symbols[i];
        uint64_t start = defined_at(object, i);
        if (start && at >= start && at - start < symbol->st_size &&
            symbol->st_size <= UINT64_MAX - start &&
            ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT) {
            *found = (struct extent){ start, start + symbol->st_size };
            return 1;
        }
    }
    return 0;
}

static int section_extent(const struct object *object, uint64_t at, struct extent *found)
{
    for (int i = 0; i < object->header->e_shnum; i++) {
        const Elf64_Shdr *section = &object->sections[i];
        uint64_t start = object->address[i];
        if (!start || at < start || at - start >= section->sh_size || area_of(section) == CODE)
            continue;
        const struct extent whole = { start, start + section->sh_size };
        uint64_t unit = section->sh_entsize;
        if (section->sh_flags & SHF_STRINGS && (unit == 1 || unit == 2 || unit == 4))
            *found = text_extent(whole, unit, at);
        else
            *found = constant_extent(object, i, whole, at);
        return 1;
    }
    return 0;
}

int loaded_extent(const uint8_t *at, const uint8_t **low, const uint8_t **high)
{
    struct extent found;
    for (int o = 0; o < object_count; o++)
        if (variable_extent(&objects[o], (uint64_t)at, &found) ||
            section_extent(&objects[o], (uint64_t)at, &found)) {
            *low = (const uint8_t *)found.low;
            *high = (const uint8_t *)found.high;
            return 1;
        }
    return 0;
}
#endif
