/**
 * Lists of published documents
 * (https://www.ercot.com/misapp/servlets/IceDocListJsonWS?reportTypeId=12331). Each document has an
 * XML and a CSV version.
 */
import { z } from 'zod';
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer, readIsoTime, readJson } from '../answer';

const DOCUMENTS_MAX = 20_000;

const DocumentSchema = z.object({
  Document: z.object({
    DocID: z.union([z.string().regex(/^\d{1,20}$/), z.int().min(0)]),
    ConstructedName: z.string().max(300).default(''),
    FriendlyName: z.string().max(300).default(''),
    PublishDate: z.string().max(60),
  }),
});

const ListSchema = z.object({
  ListDocsByRptTypeRes: z.object({
    // A list of one document is written as that document.
    DocumentList: z.union([z.array(DocumentSchema).max(DOCUMENTS_MAX), DocumentSchema]),
  }),
});

interface PublishedDocument {
  readonly id: string;
  readonly publishedMs: EpochMs;
}

/**
 * The newest CSV document of a product, such as `DAMSPNP4190`. Throws RefusedAnswer for a list
 * without one.
 */
export function parseNewestDocument(body: Uint8Array, product: string): PublishedDocument {
  const { DocumentList: list } = readJson(body, ListSchema).ListDocsByRptTypeRes;
  const documents = (Array.isArray(list) ? list : [list]).map(({ Document }) => Document);
  const csvName = new RegExp(`${product}.*csv(\\.zip)?$`, 'i');
  const newest = documents
    .filter((each) => csvName.test(each.ConstructedName) || csvName.test(each.FriendlyName))
    .map((each) => ({
      id: String(each.DocID),
      publishedMs: readIsoTime(each.PublishDate, 'PublishDate'),
    }))
    .reduce<PublishedDocument | null>(
      (best, each) => (best && best.publishedMs >= each.publishedMs ? best : each),
      null,
    );
  if (!newest)
    throw new RefusedAnswer(
      `none of the ${documents.length} documents of the list is a CSV version of ${product}`,
    );
  return newest;
}
