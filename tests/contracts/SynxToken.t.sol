// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SynxToken} from "../../contracts/SynxToken.sol";
import {TeamLock} from "../../contracts/TeamLock.sol";
import {Fixture} from "./support/Fixture.sol";

contract SynxTokenTest is Fixture {
    function setUp() public {
        build();
    }

    function test_mints_the_table_in_base_units_of_9_decimals() public {
        SynxToken.Mint[] memory table = new SynxToken.Mint[](3);
        table[0] = SynxToken.Mint(address(0xB1), 1_000_000_000e9);
        table[1] = SynxToken.Mint(address(0xB2), 109_999_999e9);
        table[2] = SynxToken.Mint(address(0xB1), 1e9);
        SynxToken minted = SynxToken(deploy(bytes.concat(tokenCode(), abi.encode(table))));
        assertEq(minted.balanceOf(address(0xB1)), 1_000_000_001e9, "two lines");
        assertEq(minted.balanceOf(address(0xB2)), 109_999_999e9, "one line");
        assertEq(minted.totalSupply(), 1_110_000_000 * 10 ** minted.decimals(), "supply");
        assertEq(minted.decimals(), 9, "decimals");
        assertTrue(keccak256(bytes(minted.name())) == keccak256("SYNX"), "name");
        assertTrue(keccak256(bytes(minted.symbol())) == keccak256("SYNX"), "symbol");
    }

    function test_refuses_every_other_sum(uint256 sum) public {
        sum %= 2 * 1_110_000_000e9;
        vm.assume(sum != 1_110_000_000e9);
        _expectWrong(sum);
        _expectWrong(1_110_000_000e9 - 1);
        _expectWrong(1_110_000_000e9 + 1);
        _expectWrong(0);
    }

    function test_refuses_itself_as_receiver() public {
        bytes memory refusal = abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(token));
        vm.expectRevert(refusal);
        token.transfer(address(token), 1);
        token.approve(address(0xB1), 1);
        vm.expectRevert(refusal);
        vm.prank(address(0xB1));
        token.transferFrom(address(this), address(token), 1);
    }

    /// I11
    function test_I11_supply_falls_by_what_is_burned_and_not_otherwise(uint256 moved, uint256 burned) public {
        uint256 supply = token.totalSupply();
        moved %= supply + 1;
        token.transfer(address(0xB1), moved);
        assertEq(token.totalSupply(), supply, "after a transfer");
        assertEq(token.balanceOf(address(0xB1)) + token.balanceOf(address(this)), supply, "both balances");
        burned %= moved + 1;
        vm.prank(address(0xB1));
        token.burn(burned);
        assertEq(token.totalSupply(), supply - burned, "after a burn");
        vm.prank(address(0xB1));
        token.approve(address(this), moved - burned);
        token.burnFrom(address(0xB1), moved - burned);
        assertEq(token.totalSupply(), supply - moved, "after a burn by allowance");
    }

    function test_team_lock_pays_nothing_before_the_cliff() public {
        TeamLock lock = new TeamLock(address(0xB1), uint64(T), 365 days, 182 days);
        token.transfer(address(lock), 365e9);
        vm.warp(T + 182 days - 1);
        assertEq(lock.releasable(address(token)), 0, "before the cliff");
        vm.warp(T + 182 days);
        lock.release(address(token));
        assertEq(token.balanceOf(address(0xB1)), 182e9, "at the cliff");
        vm.warp(T + 365 days);
        lock.release(address(token));
        assertEq(token.balanceOf(address(0xB1)), 365e9, "at the end");
    }

    function _expectWrong(uint256 sum) private {
        SynxToken.Mint[] memory table = new SynxToken.Mint[](1);
        table[0] = SynxToken.Mint(address(this), sum);
        bytes memory code = bytes.concat(tokenCode(), abi.encode(table));
        vm.expectRevert(abi.encodeWithSelector(SynxToken.WrongSum.selector, sum));
        this.deployed(code);
    }

    /// A call of its own: `expectRevert` looks at the next call.
    function deployed(bytes calldata code) external returns (address) {
        return deploy(code);
    }
}
