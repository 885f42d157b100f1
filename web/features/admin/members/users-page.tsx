import type { ColumnDef } from "@tanstack/react-table";
import { useInfiniteQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useId, useState } from "react";
import type { AdminMember, MemberFilter } from "#contract/admin-members.ts";
import { limits } from "#contract/limits.ts";
import { adminMemberQueries } from "#web/data/admin-members.ts";
import { useSearchText } from "#web/ui/search-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { AbuseFindings } from "./abuse-findings.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { counted } from "#contract/counted.ts";
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

interface UsersPageProps {
  /** From the address. */
  filter: MemberFilter;
  /** Changes these parts of it. */
  onFilter: (change: MemberFilter) => void;
}

/** Everybody, searched, filtered and sorted; a row's name leads to the member's page. */
export function UsersPage({ filter, onFilter }: UsersPageProps) {
  const query = useInfiniteQuery(adminMemberQueries.list(filter));
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <AdminHeading title="User Management" hint="Search by name, username, email, phone or id" />
      <AbuseFindings />
      <Filters filter={filter} onFilter={onFilter} />
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

function Filters({ filter, onFilter }: UsersPageProps) {
  const { text, type } = useSearchText(filter.search ?? "", (search) => onFilter({ search: search || undefined }));
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const setCount = Object.keys(filter).filter((name) => name !== "search").length;
  return (
    <search className="mb-4 flex flex-wrap gap-3">
      <Input
        type="search"
        aria-label="Search members"
        placeholder="Search members..."
        maxLength={limits.emailCharsMax}
        value={text}
        onChange={(event) => type(event.target.value)}
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
          onSelect={(role) => onFilter({ role: role || undefined })}
        />
        <Select
          label="Status"
          value={filter.status ?? ""}
          options={statusOptions}
          onSelect={(status) => onFilter({ status: status || undefined })}
        />
        <Select
          label="Reports against"
          value={filter.reported ?? ""}
          options={reportedOptions}
          onSelect={(reported) => onFilter({ reported: reported || undefined })}
        />
        <Select
          label="Sort by"
          value={filter.sort ?? "newest"}
          options={sortOptions}
          onSelect={(sort) => onFilter({ sort: sort === "newest" ? undefined : sort })}
        />
        <JoinedFilters filter={filter} onFilter={onFilter} />
      </div>
    </search>
  );
}

function JoinedFilters({ filter, onFilter }: UsersPageProps) {
  return (
    <>
      <DateInput
        label="Joined from (UTC)"
        value={filter.joinedFrom}
        onSelect={(date) => onFilter({ joinedFrom: date || undefined })}
      />
      <DateInput
        label="Joined until (UTC)"
        value={filter.joinedUntil}
        onSelect={(date) => onFilter({ joinedUntil: date || undefined })}
      />
    </>
  );
}
