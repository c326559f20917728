// For drizzle-kit only. Migrations are written by hand: drizzle-kit cannot generate STRICT tables,
// CHECKs and triggers.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './db/schema/*.ts',
  out: './db/migrations',
});
