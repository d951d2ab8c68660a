type Subject = 'manifest' | 'blob';

const SHARDS: Record<Subject, number> = { blob: 512, manifest: 1 };

const shardName = (subject: Subject, n: number): string => ['SHARD', n % SHARDS[subject]].join('-');
const folder = (word: string) => ({ name: `EC${word.toUpperCase()}`, named: `P-${521}` });

/** FNV-1a spreads uploads over shards. */
export function bucket(text: string): number {
  let h = 0x811c9dc5;
  for (const ch of text) {
    h ^= ch.codePointAt(0) ?? 0;
    h = Math.imul(h, 0x01000193) >>> 0;
  }
  return h;
}

export function place(subject: Subject, path: string): string {
  const { name, named } = folder('ho');
  return [name, named, shardName(subject, bucket(path)), path].join('/');
}
