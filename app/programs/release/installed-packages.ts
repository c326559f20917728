/** Installed packages that the terminal needs to run, from the lock file that npm writes beside them. */
import { z } from 'zod';

const InstalledPackage = z.looseObject({
  dev: z.boolean().optional(),
  /** For development, and optional for another package, such as the types of a library. */
  devOptional: z.boolean().optional(),
});

export const InstalledLock = z.looseObject({ packages: z.record(z.string(), InstalledPackage) });

export type InstalledLock = z.infer<typeof InstalledLock>;

/** The same lock file without packages that only building and testing need. */
export const omitDevelopment = (lock: InstalledLock): InstalledLock => ({
  ...lock,
  packages: Object.fromEntries(
    Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional),
  ),
});

/** Folders of the packages, such as `node_modules/a/node_modules/b`, in order. */
export const listPackageFolders = ({ packages }: InstalledLock): readonly string[] =>
  Object.keys(packages)
    .filter((path) => path.startsWith('node_modules/'))
    .sort();
