import type { ColumnDef } from "@tanstack/react-table";
import { useInfiniteQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useId, useState } from "react";
import type { AdminMember } from "#contract/admin-members.ts";
import { limits } from "#contract/limits.ts";
import { adminMemberQueries, type MemberFilter } from "#web/data/admin-members.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { AbuseFindings } from "./abuse-findings.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { counted } from "#web/features/admin/parts/counted.ts";
import { DataTable } from "#web/features/admin/parts/data-table.tsx";
import { DateInput } from "#web/features/admin/parts/date-input.tsx";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { RoleSelect } from "./role-select.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const statusNames: Record<AdminMember["status"], string> = {
  active: "Active",
  suspended: "Suspended",
  banned: "Banned",
  deleting: "Deleting",
};

const columns: ColumnDef<AdminMember, unknown>[] = [
  {
    id: "member",
    header: "Member",
    cell: ({ row }) => <MemberCell member={row.original} detail={row.original.email ?? row.original.phone} />,
  },
  { id: "role", header: "Role", cell: ({ row }) => <RoleSelect member={row.original} /> },
  { id: "status", header: "Status", cell: ({ row }) => <Status member={row.original} /> },
  {
    id: "joined",
    header: "Joined",
    cell: ({ row }) => <span className="text-fine">{day.format(new Date(row.original.createdAt))}</span>,
  },
  {
    id: "numbers",
    header: "Outfits, points, reports",
    cell: ({ row: { original } }) => (
      <span className="text-fine text-muted tabular-nums">
        {[
          counted(original.outfitCount, "outfit"),
          counted(original.points, "point"),
          counted(original.reportsCount, "report"),
        ].join(" · ")}
      </span>
    ),
  },
];

function Status({ member }: { member: AdminMember }) {
  const until = member.bannedUntil ? ` until ${day.format(new Date(member.bannedUntil))}` : "";
  return (
    <span className={member.status === "active" ? "text-fine text-muted" : "text-fine font-medium text-danger"}>
      {statusNames[member.status] + until}
    </span>
  );
}

/** Everybody, searched, filtered and sorted; a row's name leads to the member's page. */
export function UsersPage() {
  const [filter, setFilter] = useState<MemberFilter>({});
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), limits.searchDebounceMs);
  const query = useInfiniteQuery(adminMemberQueries.list({ ...filter, ...(search === "" ? {} : { search }) }));
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <AdminHeading title="User Management" hint="Search by name, username, email, phone or id" />
      <AbuseFindings />
      <Filters filter={filter} onChange={setFilter} text={text} onText={setText} />
      {query.error && !query.data ? (
        <QueryError title="Failed to load users" query={query} />
      ) : !query.isPending && rows.length === 0 ? (
        <EmptyState title="No members found" art="page">
          Try another search or fewer filters.
        </EmptyState>
      ) : (
        <DataTable
          label="Members"
          columns={columns}
          rows={rows}
          isLoading={query.isPending}
          nextPage={query}
          template="minmax(0, 2fr) 9rem minmax(0, 1fr) 8rem minmax(0, 2fr)"
        />
      )}
    </>
  );
}

interface FiltersProps {
  filter: MemberFilter;
  onChange: (filter: MemberFilter) => void;
  text: string;
  onText: (text: string) => void;
}

const roleOptions = [
  { value: "", label: "All roles" },
  { value: "user", label: "User" },
  { value: "business", label: "Business" },
  { value: "admin", label: "Admin" },
] as const;
const statusOptions = [
  { value: "", label: "Any status" },
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
  { value: "banned", label: "Banned" },
  { value: "deleting", label: "Deleting" },
] as const;
const reportedOptions = [
  { value: "", label: "Reported or not" },
  { value: "yes", label: "Reported" },
] as const;
const sortOptions = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "username", label: "Username" },
  { value: "reports", label: "Most reported" },
] as const;

const filtersClass = "grid w-full grid-cols-2 gap-3 md:flex md:w-auto md:flex-wrap";

function Filters({ filter, onChange, text, onText }: FiltersProps) {
  const set = (change: MemberFilter) =>
    onChange(
      Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== "")) as MemberFilter,
    );
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const setCount = Object.keys(filter).length;
  return (
    <search className="mb-4 flex flex-wrap gap-3">
      <Input
        type="search"
        aria-label="Search members"
        placeholder="Search members..."
        maxLength={limits.emailCharsMax}
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="min-h-11! w-auto! max-w-full grow basis-40"
      />
      {/* On phones the filters are behind a button, or they would fill the screen. */}
      <Button
        look="outline"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="md:hidden"
      >
        {setCount === 0 ? "Filters" : `Filters (${setCount})`}
      </Button>
      <div id={id} className={clsx(filtersClass, !isOpen && "max-md:hidden")}>
        <Select
          label="Role"
          value={filter.role ?? ""}
          options={roleOptions}
          onSelect={(role) => set({ role: role as MemberFilter["role"] })}
        />
        <Select
          label="Status"
          value={filter.status ?? ""}
          options={statusOptions}
          onSelect={(status) => set({ status: status as MemberFilter["status"] })}
        />
        <Select
          label="Reports against"
          value={filter.reported ?? ""}
          options={reportedOptions}
          onSelect={(reported) => set({ reported: reported as MemberFilter["reported"] })}
        />
        <Select
          label="Sort by"
          value={filter.sort ?? "newest"}
          options={sortOptions}
          onSelect={(sort) => set({ sort })}
        />
        <DateInput label="Joined from (UTC)" value={filter.joinedFrom} onSelect={(joinedFrom) => set({ joinedFrom })} />
        <DateInput
          label="Joined until (UTC)"
          value={filter.joinedUntil}
          onSelect={(joinedUntil) => set({ joinedUntil })}
        />
      </div>
    </search>
  );
}
