import type { NoticeDto } from '../../contracts/messages';

/** What a notice shows. */
export type NoticeText = Pick<NoticeDto, 'kind' | 'title' | 'description' | 'variant'>;
