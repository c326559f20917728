// Icon of a kind of event.
import type { CalendarEventDto } from '../../contracts/api/calendar';
import { Icon, type IconName } from '../icon';

const ICONS: Readonly<Record<CalendarEventDto['kind'], IconName>> = {
  report: 'card',
  forecast: 'weather',
  roll: 'swap',
  'first notice': 'ship',
  expiry: 'stop',
  holiday: 'calendar',
  'early close': 'calendar',
};

export const EventIcon = ({ kind }: { kind: CalendarEventDto['kind'] }) => (
  <Icon name={ICONS[kind]} size={16} />
);
